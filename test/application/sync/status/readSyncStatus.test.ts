import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as TestClock from "effect/TestClock";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { readSyncStatus } from "../../../../src/application/sync/status/readSyncStatus.ts";
import { sourceErrorText } from "../../../../src/application/sync/status/sourceErrorText.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { FollowedRepositories } from "../../../../src/domain/sync/stream/FollowedRepositories.ts";
import { SyncCursors } from "../../../../src/domain/sync/stream/SyncCursors.ts";
import { SyncReports } from "../../../../src/domain/sync/stream/SyncReports.ts";
import { alice, bob, memoryService, memoryServiceWith } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const source = { kind: "firehose", address: "wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos" } as const;
const followed = memoryServiceWith({ source });
const lease = { name: "sync", fence: 1 };
const { address } = source;

const notes = Nsid.make("dev.example.note");
const lexicon = textLexicon(notes);

const follow = Effect.gen(function* () {
  const { advance, takeOver } = yield* SyncCursors;
  const { report } = yield* SyncReports;
  yield* TestClock.setTime(noon);
  yield* takeOver(address, lease);
  yield* advance(address, lease, 71, noon - 2_500);
  yield* report(lease, {
    address,
    connected: true,
    since: noon - 60_000,
    lastEventAt: noon - 2_400,
    lastError: { reason: "closed", detail: "1001 going away", at: noon - 61_000 },
    at: noon,
    events: 120,
    records: 7,
    collections: { "dev.example.other": null, [notes]: noon - 3_000 }
  });
});

/** A record as a write through the service stores it. */
const writeHere = Effect.gen(function* () {
  yield* importLexicons([lexicon], { type: "operator", id: null });
  const { put } = yield* RecordIndex;
  const rkey = RecordKey.make("own");
  const value = { $type: notes, text: "written here" };
  yield* put({
    uri: atUri({ did: alice.did, collection: notes, rkey }),
    cid: Either.getOrThrow(recordCid(value)),
    did: alice.did,
    collection: notes,
    rkey,
    rev: "3l2zpbbhyxs2b",
    indexedAt: new Date(noon).toISOString(),
    value
  });
});

describe("the state of live sync", () => {
  it.effect("is off without a source", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readSyncStatus, {
        followed: null,
        repositories: { known: 0, desynchronized: 0 },
        deadLetters: 0
      });
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("is what the process that follows the source reports, and how far its events are stored", () =>
    Effect.gen(function* () {
      yield* follow;
      const { put } = yield* FollowedRepositories;
      const repository = { rev: "3l2zpbbhyxs2b", data: null, gapRev: null, account: null };
      const { putActor } = yield* RecordIndex;
      for (const { did } of [alice, bob]) yield* putActor({ did, handle: null, pds: null });
      yield* put([
        { ...repository, did: alice.did, desynchronizedAt: null },
        { ...repository, did: bob.did, desynchronizedAt: noon }
      ]);
      const { followed, repositories } = yield* readSyncStatus;
      const { lastError, minutes = [], ...rest } = followed ?? {};
      assert.deepStrictEqual<unknown>(rest, {
        source,
        state: { _tag: "Connected", since: noon - 60_000, silentSince: noon - 2_400 },
        cursor: { cursor: 71, time: noon - 2_500, generation: 0 },
        lag: 2_500,
        eventsPerSecond: 2,
        lastEventAt: noon - 2_400,
        collections: [
          { collection: notes, lastEventAt: noon - 3_000 },
          { collection: "dev.example.other", lastEventAt: null }
        ]
      });
      assert.deepStrictEqual(minutes.at(-1), { minute: noon, events: 120, records: 7 });
      assert.strictEqual(
        lastError ? sourceErrorText(lastError) : "",
        "The source closed the connection: 1001 going away"
      );
      assert.deepStrictEqual(repositories, { known: 2, desynchronized: 1 });
    }).pipe(Effect.provide(followed))
  );

  it.effect("shows a source that has died, however much is written here", () =>
    Effect.gen(function* () {
      yield* follow;
      yield* TestClock.adjust("10 seconds");
      const before = (yield* readSyncStatus).followed;
      assert.strictEqual(before?.state._tag, "Connected");
      yield* writeHere;
      assert.deepStrictEqual((yield* readSyncStatus).followed, before);
      yield* TestClock.adjust("1 minute");
      yield* writeHere;
      const after = (yield* readSyncStatus).followed;
      assert.deepStrictEqual<unknown>(
        [after?.state, after?.lag, after?.lastEventAt, after?.eventsPerSecond],
        [{ _tag: "Unattended", since: noon }, 72_500, noon - 2_400, 100 / 60]
      );
    }).pipe(Effect.provide(followed))
  );
});
