import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { advanceBackfillsPeriodically } from "../../../../src/application/sync/backfill/advanceBackfillsPeriodically.ts";
import type { BackfillRefused, BackfillRequest } from "../../../../src/application/sync/backfill/BackfillRequest.ts";
import { backfillPeriodically } from "../../../../src/application/sync/backfill/backfillPeriodically.ts";
import { backfillRepository } from "../../../../src/application/sync/backfill/backfillRepository.ts";
import { cancelBackfill } from "../../../../src/application/sync/backfill/cancelBackfill.ts";
import { makeHostLimiter } from "../../../../src/application/sync/backfill/HostLimiter.ts";
import { ListingFailures } from "../../../../src/application/sync/backfill/ListingFailures.ts";
import { findBackfill, listBackfills } from "../../../../src/application/sync/backfill/listBackfills.ts";
import { advanceBackfill } from "../../../../src/application/sync/backfill/listPages.ts";
import { startBackfill } from "../../../../src/application/sync/backfill/startBackfill.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { KnownActors } from "../../../../src/domain/record/index/KnownActors.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DueIdentities } from "../../../../src/domain/sync/account/DueIdentities.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import {
  DirectoryUnavailable,
  type ListedPage,
  RepositoryDirectory
} from "../../../../src/domain/sync/backfill/RepositoryDirectory.ts";
import { RepositoryReader, RepositoryUnreadable } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { memoryServiceWith } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const posts = Nsid.make("app.bsky.feed.post");
const admin = { type: "admin", id: "did:plc:admin" } as const;

const people = ["ann", "ben", "cat", "dan", "eve"].map((name) => ({
  did: Did.make(`did:plc:${name.padEnd(24, "2")}`),
  handle: Handle.make(`${name}.test`)
}));
const [ann, ben, cat, dan] = people.map(({ did }) => did);
if (ann === undefined || ben === undefined || cat === undefined || dan === undefined) throw new Error("No people");
const service = memoryServiceWith({ accounts: people });

const put = (did: Did, collection: Nsid, rkey: string) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const uri = atUri({ did, collection, rkey: RecordKey.make(rkey) });
      const value = { $type: collection, text: rkey };
      const cid = Either.getOrThrow(recordCid(value));
      return { ...before, records: new Map(before.records).set(uri, { uri, cid, value }), writes: before.writes + 1 };
    })
  );

/** Ann and Ben have notes and posts, Cat only posts, Dan only notes, Eve nothing. */
const begin = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
  yield* importLexicons([textLexicon(notes), textLexicon(posts)], { type: "operator", id: null });
  for (const did of [ann, ben, dan]) yield* put(did, notes, "a");
  for (const did of [ann, ben, cat]) yield* put(did, posts, "b");
});

/** Does what the service does in the background, until a backfill ends or an hour has passed. */
const ended = Effect.fnUntraced(function* (id: string) {
  const due = yield* DueRepositories;
  const limiter = yield* makeHostLimiter;
  const failures = new ListingFailures();
  for (let turn = 0; turn < 120; turn += 1) {
    const backfill = yield* findBackfill(id);
    if (backfill?.state !== "running") return backfill;
    yield* advanceBackfill(failures, backfill);
    for (let one = yield* due.claim(60_000); one !== null; one = yield* due.claim(60_000))
      yield* backfillRepository(limiter, one);
    yield* advanceBackfill(failures, backfill);
    if (turn > 0) yield* TestClock.adjust("30 seconds");
  }
  return null;
});

const counts = Effect.gen(function* () {
  const actors = yield* KnownActors;
  return [yield* actors.records(notes), yield* actors.records(posts), yield* actors.count];
});

const jobEvents = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 10_000), (all) =>
    all.flatMap(({ actor, data, type }) =>
      /^Backfill(?!Failed)/.test(type) ? [[type, actor.type, data] as const] : []
    )
  )
);

describe.concurrent("a backfill", () => {
  it.effect("of a collection indexes its authors, whom it makes known, with all their collections", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* Effect.fork(backfillPeriodically({ concurrency: 2 }));
      yield* Effect.fork(advanceBackfillsPeriodically);
      const { id } = yield* startBackfill({ kind: "collection", collection: notes }, admin);
      for (let second = 0; second < 10; second += 1) yield* TestClock.adjust("1 second");
      const backfill = yield* findBackfill(id);
      assert.deepInclude(backfill, { state: "completed", repositories: 3, processed: 3, failed: 0, records: 5 });
      assert.isAbove(backfill?.bytes ?? 0, 500);
      assert.deepStrictEqual(yield* counts, [3, 2, 3]);
      assert.deepStrictEqual(yield* jobEvents, [
        ["BackfillStarted.v1", "admin", { id, target: { kind: "collection", collection: notes } }],
        ["BackfillCompleted.v1", "system", { id, repositories: 3, failed: 0 }]
      ]);
    }).pipe(Effect.provide(service))
  );

  it.effect("requests the identities of the authors whom it makes known, whose handles are not confirmed", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* startBackfill({ kind: "all" }, admin);
      yield* ended(id);
      const requested = yield* (yield* DueIdentities).claim(10, 60_000);
      assert.deepStrictEqual(requested.map(({ did }) => did).toSorted(), [ann, ben, dan].toSorted());
    }).pipe(Effect.provide(service))
  );

  it.effect("of everything leaves out the closed collections of authors who are not known", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* startBackfill({ kind: "all" }, admin);
      assert.deepInclude(yield* ended(id), {
        state: "completed",
        repositories: 5,
        processed: 5,
        failed: 0,
        records: 5
      });
      assert.deepStrictEqual(yield* counts, [3, 2, 3]);
      const all = yield* (yield* EventLog).read(0, 10_000);
      assert.lengthOf(
        all.filter(({ type }) => type === "RepositoryIndexed.v2"),
        3
      );
    }).pipe(Effect.provide(service))
  );

  it.effect("of actors makes them known, by handle or DID", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* startBackfill({ kind: "actor", actors: ["@Cat.test", dan, dan] }, admin);
      assert.deepInclude(yield* ended(id), { state: "completed", repositories: 2, processed: 2, records: 2 });
      assert.deepStrictEqual(yield* counts, [1, 1, 2]);
    }).pipe(Effect.provide(service))
  );

  const refusals: ReadonlyArray<readonly [BackfillRequest, BackfillRefused["reason"], string | null]> = [
    [{ kind: "actor", actors: [] }, "no-actors", null],
    [{ kind: "actor", actors: new Array(1_001).fill("a.test") }, "too-many-actors", null],
    [{ kind: "actor", actors: ["not a handle"] }, "actor-malformed", "not a handle"],
    [{ kind: "actor", actors: ["nobody.test"] }, "handle-not-found", "nobody.test"],
    [{ kind: "collection", collection: "dev.example.unknown" }, "collection-not-in-use", "dev.example.unknown"]
  ];
  it.effect.each(refusals)("is refused: case %#", ([request, reason, subject]) =>
    Effect.gen(function* () {
      yield* begin;
      const refused = yield* Effect.flip(startBackfill(request, admin));
      assert.deepInclude(refused, { _tag: "BackfillRefused", reason, subject });
      assert.deepStrictEqual(yield* listBackfills(null, 10), []);
    }).pipe(Effect.provide(service))
  );

  it.effect("that is cancelled takes its repositories back, except those that others wait for", () =>
    Effect.gen(function* () {
      yield* begin;
      const first = yield* startBackfill({ kind: "all" }, admin);
      const second = yield* startBackfill({ kind: "collection", collection: notes }, admin);
      const failures = new ListingFailures();
      yield* advanceBackfill(failures, first);
      yield* advanceBackfill(failures, second);
      assert.deepInclude(yield* cancelBackfill(first.id, admin), { state: "cancelled", repositories: 5, processed: 0 });
      assert.deepInclude(yield* Effect.flip(cancelBackfill(first.id, admin)), { reason: "ended" });
      assert.deepInclude(yield* Effect.flip(cancelBackfill("77", admin)), { reason: "not-found" });
      const due = yield* DueRepositories;
      const claimed = [yield* due.claim(60_000), yield* due.claim(60_000), yield* due.claim(60_000)];
      assert.sameMembers(
        claimed.map((one) => one?.did ?? null),
        [ann, ben, dan]
      );
      assert.isNull(yield* due.claim(60_000));
    }).pipe(Effect.provide(service))
  );

  it.effect("counts a repository that cannot be read as failed", () => {
    const broken = Layer.effect(
      RepositoryReader,
      Effect.map(RepositoryReader, (reader) =>
        RepositoryReader.of({
          ...reader,
          fetch: (pds, did) =>
            did === ben ? new RepositoryUnreadable({ reason: "timeout", retryAfter: null }) : reader.fetch(pds, did)
        })
      )
    ).pipe(Layer.provideMerge(service));
    return Effect.gen(function* () {
      yield* begin;
      const { id } = yield* startBackfill({ kind: "collection", collection: notes }, admin);
      assert.deepInclude(yield* ended(id), { state: "completed", processed: 3, failed: 1, records: 3 });
      assert.deepStrictEqual(yield* counts, [2, 1, 2]);
    }).pipe(Effect.provide(broken));
  });
});

describe.concurrent("a relay", () => {
  /** The directory that returns pages by their cursors; null is the first one. */
  const relay = (list: (cursor: string | null) => Effect.Effect<ListedPage, DirectoryUnavailable>) =>
    Layer.succeed(
      RepositoryDirectory,
      RepositoryDirectory.of({ origin: "https://relay.example", list: (_, cursor) => list(cursor) })
    ).pipe(Layer.provideMerge(service));
  const page = (dids: ReadonlyArray<Did>, cursor: string | null) => Effect.succeed({ dids, cursor });
  const fail = (reason: DirectoryUnavailable["reason"], retryAfter: number | null = null) =>
    Effect.fail(new DirectoryUnavailable({ reason, retryAfter }));
  const everything = startBackfill({ kind: "all" }, admin);

  it.effect("that returns the cursor it was given ends the backfill", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "aborted", abortReason: "relay-malformed", repositories: 1 });
    }).pipe(Effect.provide(relay(() => page([ann], "same"))))
  );

  it.effect("whose cursors go round ends the backfill", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "aborted", abortReason: "relay-malformed", repositories: 2 });
    }).pipe(Effect.provide(relay((cursor) => (cursor === "1" ? page([ann], "2") : page([ben], "1")))))
  );

  it.effect("that repeats repositories has each indexed once", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "completed", repositories: 2, processed: 2 });
    }).pipe(Effect.provide(relay((cursor) => (cursor === null ? page([ann, ann, ben], "1") : page([ben, ann], null)))))
  );

  it.effect("that does not list the collection ends the backfill", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "aborted", abortReason: "relay-refused" });
      assert.deepInclude((yield* jobEvents).at(-1)?.[2], { reason: "relay-refused" });
    }).pipe(Effect.provide(relay(() => fail("refused"))))
  );

  it.effect("that is away is asked again for the page where the list stopped", () => {
    const asked: Array<string | null> = [];
    const list = (cursor: string | null) => {
      asked.push(cursor);
      if (cursor === null) return page([ann], "1");
      return asked.length < 4 ? fail("unreachable") : page([ben], null);
    };
    return Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "completed", repositories: 2 });
      assert.deepStrictEqual(asked, [null, "1", "1", "1"]);
    }).pipe(Effect.provide(relay(list)));
  });

  it.effect("that is away for half an hour ends the backfill", () =>
    Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      assert.deepInclude(yield* ended(id), { state: "aborted", abortReason: "relay-unreachable" });
    }).pipe(Effect.provide(relay(() => fail("unreachable"))))
  );

  it.effect("that names a time is not asked before", () => {
    const asked: Array<string | null> = [];
    const list = (cursor: string | null) => {
      asked.push(cursor);
      return asked.length === 1 ? fail("rate-limited", 120) : page([], null);
    };
    return Effect.gen(function* () {
      yield* begin;
      const { id } = yield* everything;
      const failures = new ListingFailures();
      const backfill = yield* findBackfill(id);
      if (backfill === null) return;
      yield* advanceBackfill(failures, backfill);
      yield* TestClock.adjust("119 seconds");
      yield* advanceBackfill(failures, backfill);
      assert.lengthOf(asked, 1);
      yield* TestClock.adjust("1 second");
      yield* advanceBackfill(failures, backfill);
      assert.lengthOf(asked, 2);
      assert.deepInclude(yield* findBackfill(id), { isListed: true, repositories: 0 });
    }).pipe(Effect.provide(relay(list)));
  });
});
