import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { catalog } from "../../src/adapters/cli/lexicons/commandCatalog.ts";
import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import { LexiconCatalog } from "../../src/domain/lexicon/model/LexiconCatalog.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../src/main/storage.ts";
import type { TestService } from "../flows/startService.ts";

const [status, profile] = [Nsid.make("xyz.statusphere.status"), Nsid.make("app.bsky.actor.profile")] as const;
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const faces = ["🦋", "🌊", "😀", "🚀", "☕", "🎉", "🐙", "📚"];

const recordOf = (did: Did, collection: Nsid, rkey: string, at: number, value: JsonObject): IndexedRecord => {
  const key = RecordKey.make(rkey);
  const indexedAt = new Date(at).toISOString();
  return { uri: atUri({ did, collection, rkey: key }), cid, did, collection, rkey: key, rev: null, indexedAt, value };
};

/** The DID of the author with a number. It cannot be resolved: the directory would say that a `did:plc` does not exist. */
export const authorOf = (number: number): Did => Did.make(`did:web:author${number}.invalid`);

/** The AT URI of the first status of the first author, which every profile refers to. */
export const referredUri = `at://${authorOf(0)}/${status}/3jzfcijpj2000`;

/** The statuses of an author, one each hour before now, and a profile that pins the first status of the first author. */
const recordsOf = (author: number, each: number): ReadonlyArray<IndexedRecord> => {
  const did = authorOf(author);
  const now = Date.now();
  const statuses = Array.from({ length: each }, (_, at) => {
    const time = now - (at * 60 + author) * 60_000;
    const value = {
      $type: status,
      status: faces[(author + at) % faces.length] ?? "",
      createdAt: new Date(time).toISOString()
    };
    return recordOf(did, status, `3jzfcijpj${2000 + at}`, time, value);
  });
  const about = {
    $type: profile,
    displayName: `Author ${author}`,
    description: "Writes about tides, harbours, and the weather that moves both of them. ".repeat(1 + (author % 3)),
    pinnedPost: { uri: referredUri, cid }
  };
  return [...statuses, recordOf(did, profile, "self", now - author * 60_000, about)];
};

/** Indexes the records of a number of authors in the database of a service. The account of every seventh is not active. */
export const fillIndex = (running: TestService, authors: number, each: number): Promise<void> =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(yield* (yield* LexiconCatalog).current);
    for (let author = 0; author < authors; author++) {
      const handle = Handle.make(`author${author}.example.com`);
      yield* index.putActor({ did: authorOf(author), handle, pds: "https://pds.example.com" });
      yield* index.putAll(recordsOf(author, each));
      if (author % 7 === 6) yield* index.hide(authorOf(author), "deactivated");
    }
  }).pipe(
    Effect.provide(catalog),
    Effect.provide(
      storage({
        databaseUrl: Redacted.make(running.env.DATABASE_URL ?? ""),
        dataDir: "/nonexistent",
        purpose: "command"
      })
    ),
    Effect.orDie,
    Effect.runPromise
  );
