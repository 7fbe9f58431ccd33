import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import type { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { alice } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

export const notes = Nsid.make("dev.example.note");

const lexicon = textLexicon(notes);

export const noteUri = (did: Did, rkey: string) => atUri({ did, collection: notes, rkey: RecordKey.make(rkey) });

/** The service with a Lexicon, and two notes of alice at the PDS and in the index. */
export const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
  yield* importLexicons([lexicon], { type: "operator", id: null });
  const index = yield* RecordIndex;
  const { state } = yield* PdsMemory;
  for (const rkey of ["one", "two"]) {
    const value = { $type: notes, text: rkey };
    const uri = noteUri(alice.did, rkey);
    const cid = Either.getOrThrow(recordCid(value));
    const own = { uri, cid, did: alice.did, collection: notes, rkey: RecordKey.make(rkey) };
    yield* index.put({ ...own, rev: null, indexedAt: "2026-11-28T00:00:00.000Z", value });
    yield* Ref.update(state, (before) => ({
      ...before,
      records: new Map(before.records).set(uri, { uri, cid, value }),
      writes: before.writes + 1
    }));
  }
});

/** The number of visible notes. */
export const visible = Effect.flatMap(KnownActors, (actors) => actors.records(notes));

/** The events of accounts, without their DIDs. */
export const accountEvents = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 10_000), (all) =>
    all.flatMap(({ data, type }) => {
      if (!/^(Account|HandleChanged)/.test(type)) return [];
      const { did: _did, ...rest } = data;
      return [[type.slice(0, type.indexOf(".")), ...Object.values(rest)].join(" ")];
    })
  )
);

/** The accounts whose repositories are due; none is due after it. */
export const takeDue = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const found: Array<Did> = [];
  for (;;) {
    const next = yield* due.claim(60_000);
    if (next === null) return found;
    found.push(next.did);
    yield* due.complete(next);
  }
});

/** Makes an account inactive at the PDS, or active again. */
export const setStatus = (did: Did, status: AccountStatus | null) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const inactive = new Map(before.inactive);
      if (status === null) inactive.delete(did);
      else inactive.set(did, status);
      return { ...before, inactive };
    })
  );
