import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { writeRecord } from "../../../src/application/records/write/writeRecords.ts";
import { type AtUri, atUri } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import type { JsonObject } from "../../../src/domain/json/Json.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { RepositoryFailure } from "../../../src/domain/record/RepositoryFailure.ts";
import { recordCid } from "../../../src/domain/record/value/recordCid.ts";
import { Repository } from "../../../src/domain/record/write/Repository.ts";
import { parseScope } from "../../../src/domain/scope/Scope.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

const collection = Nsid.make("dev.example.note");
const lexicon = {
  lexicon: 1,
  id: collection,
  defs: { main: { type: "record", key: "any", record: { type: "object", properties: { text: { type: "string" } } } } }
};
const target = { collection, rkey: RecordKey.make("a") };
const uri: AtUri = atUri({ did: alice.did, ...target });
const value = (text: JsonObject[string]) => ({ $type: collection, text });
const write = Effect.gen(function* () {
  yield* importLexicons([{ file: "note.json", document: lexicon }], { type: "operator", id: null });
  const { client, tokens } = yield* loggedIn(alice);
  const log = yield* EventLog;
  const exchanged = (yield* log.read(0, 1000)).findLast((event) => event.type === "CodeExchanged.v1");
  const viewer = {
    did: tokens.sub,
    clientId: client.clientId,
    authorizationId: exchanged?.authorizationId ?? "",
    scope: yield* parseScope("atproto transition:generic")
  };
  return yield* writeRecord(viewer, "create", { ...target, value: value("sent"), swapCid: null });
});

const indexed = Effect.flatMap(RecordIndex, (index) => Effect.map(index.find(uri), Option.getOrNull));

/** What the PDS keeps is not what it was sent; JSON shows it as the value given. */
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");

const answering = (get: Repository["Type"]["get"]) =>
  Effect.map(Repository, (own) => ({
    ...own,
    create: (...[credentials, at, record]: Parameters<typeof own.create>) =>
      Effect.map(own.create(credentials, at, record), (written) => ({ ...written, cid })),
    get
  }));

const timeout = new RepositoryFailure({ reason: "timeout", status: null, detail: null, retryAfter: null });

describe("a record whose value does not match its CID", () => {
  it.effect.each<[string, JsonObject[string]]>([
    ["U+FFFD in place of other bytes", "\ufffd\ufffd\ufffd"],
    ["a rounded integer", 2 ** 64],
    ["a floating-point number", 1.5],
    ["another text", "other"]
  ])("is not indexed with %s", ([, text]) =>
    Effect.gen(function* () {
      const get = () => Effect.succeedSome({ cid, value: value(text) });
      yield* write.pipe(Effect.provideServiceEffect(Repository, answering(get)));
      assert.isNull(yield* indexed);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A record whose value does not match its CID is not indexed as sent when the PDS cannot be queried", () =>
    Effect.gen(function* () {
      yield* write.pipe(
        Effect.provideServiceEffect(
          Repository,
          answering(() => Effect.fail(timeout))
        )
      );
      assert.isNull(yield* indexed);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect(
    "A record whose value does not match its CID is not found with it after the response to a write was lost",
    () =>
      Effect.gen(function* () {
        const own = Either.getOrThrow(recordCid(value("sent")));
        const lost = Effect.map(
          answering(() => Effect.succeedSome({ cid: own, value: value("other") })),
          (repository) => ({
            ...repository,
            create: (...[credentials, at, record]: Parameters<typeof repository.create>) =>
              Effect.zipRight(repository.create(credentials, at, record), Effect.fail(timeout))
          })
        );
        yield* write.pipe(Effect.provideServiceEffect(Repository, lost));
        assert.isNull(yield* indexed);
      }).pipe(Effect.provide(memoryService))
  );

  it.effect("A record whose value matches its CID is indexed, whatever the value", () =>
    Effect.gen(function* () {
      const other = value(["\ufffd", Number.MAX_SAFE_INTEGER, { $bytes: "aGk" }]);
      const its = Either.getOrThrow(recordCid(other));
      const get = () => Effect.succeedSome({ cid: its, value: other });
      yield* write.pipe(Effect.provideServiceEffect(Repository, answering(get)));
      assert.deepInclude(yield* indexed, { cid: its, value: other });
    }).pipe(Effect.provide(memoryService))
  );
});
