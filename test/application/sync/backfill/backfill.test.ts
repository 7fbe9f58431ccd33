import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import * as fc from "fast-check";
import { PdsMemory, revisionOf } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { resetIndex } from "../../../../src/application/instance/resetIndex.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { backfill } from "../../../../src/application/sync/backfill/backfill.ts";
import { backfillPeriodically } from "../../../../src/application/sync/backfill/backfillPeriodically.ts";
import { backfillRepository } from "../../../../src/application/sync/backfill/backfillRepository.ts";
import { makeHostLimiter } from "../../../../src/application/sync/backfill/HostLimiter.ts";
import { indexRepository } from "../../../../src/application/sync/backfill/indexRepository.ts";
import { type AtUri, atUri, recordAddress } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { RecordIndex, RecordIndexUnavailable } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { fault } from "../../../../src/domain/sync/repository/RepositoryFault.ts";
import { RepositoryReader, RepositoryUnreadable } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { loggedIn } from "../../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const others = Nsid.make("dev.example.other");
const operator = { type: "operator", id: null } as const;
const now = Date.parse("2026-11-28T00:00:00Z");

const uriOf = (rkey: string, collection = notes, { did } = alice): AtUri =>
  atUri({ did, collection, rkey: RecordKey.make(rkey) });

/** Makes a commit behind the back of the service: null for what is not there any more. */
const commit = (...records: ReadonlyArray<readonly [AtUri, JsonObject | null]>) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const next = new Map(before.records);
      for (const [uri, fields] of records) {
        const value = { ...fields, $type: recordAddress(uri).collection };
        if (fields === null) next.delete(uri);
        else next.set(uri, { uri, cid: Either.getOrThrow(recordCid(value)), value });
      }
      return { ...before, records: next, writes: before.writes + 1 };
    })
  );

const home = Effect.flatMap(IdentityResolver, ({ resolveDid }) =>
  Effect.map(resolveDid(alice.did), ({ pds, signingKey = "" }) => ({ did: alice.did, pds, signingKey }))
);
const indexAlice = Effect.map(Effect.flatMap(home, indexRepository), ({ indexed }) => indexed);

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(now);
  yield* importLexicons([textLexicon(notes)], operator);
});

const versions = (collection = notes, { did } = alice) =>
  Effect.flatMap(RecordIndex, (index) => index.list({ did, collection, from: null, upTo: null }, 10_000));
const keysIndexed = Effect.map(versions(), (all) => all.map(({ uri }) => uri.slice(uri.lastIndexOf("/") + 1)));

const atPds = (collection = notes, { did } = alice) =>
  Effect.flatMap(PdsMemory, ({ state }) =>
    Effect.map(Ref.get(state), ({ records }) =>
      [...records.values()]
        .filter(({ uri }) => uri.startsWith(`at://${did}/${collection}/`))
        .map(({ uri, cid }) => `${uri} ${cid}`)
        .toSorted()
    )
  );

const eventsOf = (...types: ReadonlyArray<string>) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (all) => all.filter(({ type }) => types.includes(type)).map(({ data }) => data))
  );

/** The reader, which counts how often a whole repository is fetched, and gives blocks only where it is let. */
const counting = (fetches: { count: number }, givesBlocks = true) =>
  Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (reader) =>
      RepositoryReader.of({
        ...reader,
        fetch: (pds, did) => {
          fetches.count += 1;
          return reader.fetch(pds, did);
        },
        blocks: (pds, did, cids) => (givesBlocks ? reader.blocks(pds, did, cids) : unreadable("refused"))
      })
    )
  ).pipe(Layer.provideMerge(memoryService));

/** The reader, which fails as it is told before it reads. */
const failing = (problems: Array<RepositoryUnreadable | ReturnType<typeof fault>>) =>
  Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (whole) =>
      RepositoryReader.of({
        ...whole,
        fetch: (pds, did) => problems.shift() ?? whole.fetch(pds, did)
      })
    )
  ).pipe(Layer.provideMerge(memoryService));

/** The reader, whose first answer ends cleanly before the block that is read as number `place`. */
const cutBefore = (place: number) => {
  let answers = 0;
  return Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (whole) =>
      RepositoryReader.of({
        ...whole,
        fetch: (pds, did) =>
          Effect.map(whole.fetch(pds, did), (fetched) => {
            answers += 1;
            if (answers > 1) return fetched;
            let reads = 0;
            return {
              ...fetched,
              read: (cid) => {
                reads += 1;
                return reads <= place ? fetched.read(cid) : null;
              }
            };
          })
      })
    )
  ).pipe(Layer.provideMerge(memoryService));
};

const work = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const limiter = yield* makeHostLimiter;
  const claimed = yield* due.claim(60_000);
  if (claimed !== null) yield* backfillRepository(limiter, claimed);
  return claimed;
});

describe.concurrent("indexing a repository", () => {
  it.effect("Indexing a repository stores its records of this instance's collections, and no other account's", () =>
    Effect.gen(function* () {
      yield* begin;
      const link = { $link: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454" };
      yield* commit(
        [uriOf("a"), { text: "one", link }],
        [uriOf("b"), { text: "7", bytes: { $bytes: "aGk" }, deep: [[{}]] }],
        [uriOf("c", others), {}],
        [uriOf("d", notes, bob), {}]
      );
      const indexed = yield* indexAlice;
      assert.deepInclude({ ...indexed }, { stored: 2, removed: 0, skipped: 0, rev: revisionOf(1) });
      const index = yield* RecordIndex;
      const found = Option.getOrThrow(yield* index.find(uriOf("b")));
      assert.deepStrictEqual(found.value, { $type: notes, text: "7", bytes: { $bytes: "aGk" }, deep: [[{}]] });
      assert.strictEqual(found.rev, revisionOf(1));
      assert.deepStrictEqual(yield* versions(notes, bob), []);
      assert.isNull(yield* indexAlice);
      assert.lengthOf(yield* eventsOf("RepositoryIndexed.v2"), 1);
      yield* importLexicons([textLexicon(notes), textLexicon(others)], operator);
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 1, removed: 0 });
      assert.lengthOf(yield* versions(others), 1);
    }).pipe(Effect.provide(memoryService))
  );

  for (const givesBlocks of [true, false])
    it.effect(
      `Indexing follows any changes at a PDS that serves ${givesBlocks ? "blocks" : "full repositories only"}`,
      () => {
        const fetches = { count: 0 };
        return Effect.gen(function* () {
          yield* begin;
          yield* (yield* RecordIndex).putActor({ did: alice.did, handle: null, pds: null });
          const key = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789".split(""), "aa", "ab", "zz", "self");
          const change = fc.record({ key, text: fc.option(fc.constantFrom("one", "two")), other: fc.boolean() });
          const history = fc.array(change, { minLength: 1, maxLength: 30 });
          for (const changes of fc.sample(history, 40)) {
            const records = changes.map(
              ({ key: rkey, other, text }) =>
                [uriOf(rkey, other ? others : notes), text === null ? null : { text }] as const
            );
            yield* commit(...records);
            yield* indexAlice;
            const held = (yield* versions()).map(({ cid, uri }) => `${uri} ${cid}`);
            assert.deepStrictEqual(held, yield* atPds());
          }
          assert.strictEqual(fetches.count, givesBlocks ? 1 : 40);
        }).pipe(Effect.provide(counting(fetches, givesBlocks)));
      }
    );

  it.effect("Indexing fills an index that was reset, also during the run, and only once", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("one"), { text: "1" }], [uriOf("two"), { text: "2" }]);
      yield* indexAlice;
      yield* resetIndex("app.example", alice.did);
      assert.deepStrictEqual(yield* keysIndexed, []);
      yield* indexAlice;
      assert.deepStrictEqual(yield* keysIndexed, ["one", "two"]);
      assert.isNull(yield* indexAlice);

      const index = yield* RecordIndex;
      const services = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof resetIndex>>>();
      let resets = 1;
      const emptiedMeanwhile = RecordIndex.of({
        ...index,
        list: (range, limit) => {
          const reset = Effect.provide(Effect.orDie(resetIndex("app.example", alice.did)), services);
          return Effect.zipLeft(index.list(range, limit), resets-- > 0 ? reset : Effect.void);
        }
      });
      yield* commit([uriOf("three"), { text: "3" }]);
      yield* Effect.provideService(indexAlice, RecordIndex, emptiedMeanwhile);
      assert.notDeepEqual(yield* keysIndexed, ["one", "three", "two"]);
      yield* indexAlice;
      assert.deepStrictEqual(yield* keysIndexed, ["one", "three", "two"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("Indexing keeps later revisions: records and removals written meanwhile", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "old" }], [uriOf("b"), { text: "old" }], [uriOf("c"), { text: "old" }]);
      const index = yield* RecordIndex;
      const rev = revisionOf(9);
      const meanwhile = { text: "meanwhile" };
      const written = (rkey: string) => ({
        uri: uriOf(rkey),
        cid: Either.getOrThrow(recordCid(meanwhile)),
        did: alice.did,
        collection: notes,
        rkey: RecordKey.make(rkey),
        rev,
        indexedAt: "2026-11-28T00:00:00.000Z",
        value: meanwhile
      });
      yield* index.put(written("a"));
      yield* index.remove(uriOf("b"), rev);
      yield* index.put(written("d"));
      yield* indexAlice;
      assert.strictEqual((yield* keysIndexed).join(""), "acd");
      assert.deepStrictEqual(Option.getOrThrow(yield* index.find(uriOf("a"))).value, meanwhile);
    }).pipe(Effect.provide(memoryService))
  );
});

describe.concurrent("a record that the index rejects", () => {
  const choosy = Layer.effect(
    RecordIndex,
    Effect.map(RecordIndex, (index) =>
      RecordIndex.of({
        ...index,
        changeAll: (records, removals) =>
          records.some(({ rkey }) => rkey === "bad")
            ? new RecordIndexUnavailable({ operation: "put", reason: "rejected", cause: "too long" })
            : index.changeAll(records, removals)
      })
    )
  ).pipe(Layer.provideMerge(memoryService));

  it.effect("A record that the index rejects does not block the others", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit(...["a", "b", "bad", "c"].map((rkey) => [uriOf(rkey), { text: rkey }] as const));
      assert.deepInclude({ ...(yield* indexAlice) }, { stored: 3, skipped: 1 });
      assert.strictEqual((yield* keysIndexed).join(""), "abc");
    }).pipe(Effect.provide(choosy))
  );
});

describe.concurrent("a login", () => {
  it.effect("A login has the repository indexed, and a later login what changed", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "one" }]);
      yield* loggedIn(alice);
      assert.strictEqual((yield* work)?.did, alice.did);
      assert.strictEqual((yield* keysIndexed).join(""), "a");
      assert.isNull(yield* work);
      yield* commit([uriOf("a"), null], [uriOf("b"), { text: "two" }]);
      yield* loggedIn(alice);
      yield* work;
      assert.strictEqual((yield* keysIndexed).join(""), "b");
      const counts = (yield* eventsOf("RepositoryIndexed.v2")).map(({ removed, stored }) => [stored, removed]);
      assert.deepStrictEqual(counts, [
        [1, 0],
        [1, 1]
      ]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("An unverifiable repository is not indexed, and the reason is recorded", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "one" }]);
      yield* loggedIn(alice);
      yield* work;
      assert.deepStrictEqual(yield* versions(), []);
      assert.deepStrictEqual(yield* eventsOf("BackfillFailed.v1"), [
        { did: alice.did, pds: "https://pds.example", reason: "block-mismatch", tries: 1 }
      ]);
      assert.isNull(yield* work);
      yield* loggedIn(alice);
      yield* work;
      assert.strictEqual((yield* keysIndexed).join(""), "a");
    }).pipe(Effect.provide(failing([fault("block-mismatch")])))
  );

  it.effect("A PDS that is unavailable is not flooded with retries, which end eventually", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* loggedIn(alice);
      for (let tries = 0; tries < 10; tries += 1) {
        assert.strictEqual((yield* work)?.failures, tries);
        yield* TestClock.adjust("20 seconds");
        assert.isNull(yield* work);
        yield* TestClock.adjust("2 hours");
      }
      assert.isNull(yield* work);
      const [failed] = yield* eventsOf("BackfillFailed.v1");
      assert.deepInclude(failed, { reason: "unreachable", tries: 10 });
    }).pipe(Effect.provide(failing(Array.from({ length: 30 }, () => unreadable("unreachable")))))
  );

  it.effect.each([0, 1, 2, 3])("A repository that was cut cleanly after %i of its blocks is retried", (place) =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "one" }], [uriOf("b"), { text: "two" }]);
      yield* loggedIn(alice);
      yield* work;
      assert.deepStrictEqual(yield* versions(), []);
      assert.deepStrictEqual(yield* eventsOf("BackfillFailed.v1"), []);
      yield* TestClock.adjust("2 hours");
      yield* work;
      assert.strictEqual((yield* keysIndexed).join(""), "ab");
    }).pipe(Effect.provide(cutBefore(place)))
  );

  it.effect("An account is resolved again when its identity seems outdated", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "one" }]);
      const { resolveDid } = yield* IdentityResolver;
      const identity = yield* resolveDid(alice.did);
      const { signingKey: _, ...without } = identity;
      const outdated = [{ ...identity, signingKey: "zQ3shOld" }, without];
      for (const known of outdated) {
        yield* backfill(known);
        assert.strictEqual((yield* keysIndexed).join(""), "a");
      }
      assert.lengthOf(yield* eventsOf("RepositoryIndexed.v2"), 1);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("A repository finds a slot, however many others fail again and again", () => {
    const hanging = { now: 0, before: new Set<string>() };
    const slow = Layer.effect(
      RepositoryReader,
      Effect.map(RepositoryReader, (reader) =>
        RepositoryReader.of({
          ...reader,
          fetch: (_, did) => {
            if (!hanging.before.has(did)) {
              hanging.before.add(did);
              return unreadable("unreachable");
            }
            hanging.now += 1;
            return Effect.never;
          }
        })
      )
    ).pipe(Layer.provideMerge(memoryService));
    return Effect.gen(function* () {
      yield* begin;
      yield* Effect.fork(backfillPeriodically({ concurrency: 2 }));
      yield* loggedIn(alice);
      yield* loggedIn(bob);
      for (let second = 0; second < 120; second += 1) yield* TestClock.adjust("1 second");
      assert.strictEqual(hanging.before.size, 2);
      assert.strictEqual(hanging.now, 1);
    }).pipe(Effect.provide(slow));
  });

  it.effect("A retry waits for as long as the PDS requests", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* commit([uriOf("a"), { text: "one" }]);
      yield* loggedIn(alice);
      yield* work;
      yield* TestClock.adjust("59 minutes");
      assert.isNull(yield* work);
      yield* TestClock.adjust("20 minutes");
      yield* work;
      assert.strictEqual((yield* keysIndexed).join(""), "a");
    }).pipe(Effect.provide(failing([unreadable("rate-limited", 3_600)])))
  );
});

describe.concurrent("a PDS", () => {
  it.effect("A PDS receives requests for up to two repositories at once, and none before the time it named", () =>
    Effect.gen(function* () {
      const limiter = yield* makeHostLimiter;
      const turn = limiter.withPermit("https://a.example", Effect.succeed("turn"), Effect.succeed("none"));
      const inside = (use: typeof turn) => limiter.withPermit("https://a.example", use, Effect.succeed("none"));
      assert.strictEqual(yield* turn, "turn");
      assert.strictEqual(yield* inside(turn), "turn");
      assert.strictEqual(yield* inside(inside(turn)), "none");
      assert.strictEqual(yield* turn, "turn");
      yield* limiter.coolDown("https://a.example", 5_000);
      assert.strictEqual(yield* turn, "none");
      assert.strictEqual(yield* limiter.withPermit("https://b.example", turn, turn), "none");
      yield* TestClock.adjust("5 seconds");
      assert.strictEqual(yield* turn, "turn");
    })
  );
});

function unreadable(reason: RepositoryUnreadable["reason"], retryAfter: number | null = null): RepositoryUnreadable {
  return new RepositoryUnreadable({ reason, retryAfter });
}
