import { SqlClient } from "@effect/sql/SqlClient";
import { assert, describe, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as RepositorySignaturesWasm from "../../src/adapters/crypto/RepositorySignaturesWasm.ts";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../../src/adapters/filesystem/PublishedLexiconsFolder.ts";
import * as IdentityResolverMemory from "../../src/adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../../src/adapters/memory/pds/PdsMemory.ts";
import * as RepositoryDirectoryMemory from "../../src/adapters/memory/pds/RepositoryDirectoryMemory.ts";
import * as RepositoryReaderMemory from "../../src/adapters/memory/pds/RepositoryReaderMemory.ts";
import { importLexicons } from "../../src/application/lexicons/importLexicons.ts";
import * as LexiconCatalogProjection from "../../src/application/projection/LexiconCatalogProjection.ts";
import { backfillRepository } from "../../src/application/sync/backfill/backfillRepository.ts";
import { makeHostLimiter } from "../../src/application/sync/backfill/HostLimiter.ts";
import { ListingFailures } from "../../src/application/sync/backfill/ListingFailures.ts";
import { advanceBackfill } from "../../src/application/sync/backfill/listPages.ts";
import { startBackfill } from "../../src/application/sync/backfill/startBackfill.ts";
import { LiveSyncSettings } from "../../src/application/sync/stream/LiveSyncSettings.ts";
import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../src/domain/record/value/recordCid.ts";
import { Backfills } from "../../src/domain/sync/backfill/Backfills.ts";
import { DueRepositories } from "../../src/domain/sync/backfill/DueRepositories.ts";
import { RepositoryDirectory } from "../../src/domain/sync/backfill/RepositoryDirectory.ts";
import { RepositoryReader } from "../../src/domain/sync/repository/RepositoryReader.ts";
import { storage } from "../../src/main/storage.ts";
import { silentLogger } from "../support/silentLogger.ts";
import { TestDatabase, layer as testDatabase } from "../support/TestDatabase.ts";
import { testSecrets } from "../support/testSubjectKeys.ts";
import { textLexicon } from "../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const lexicon = textLexicon(notes);
const operator = { type: "operator", id: null } as const;
/** A process is killed before its first call, and then each time so many calls later. */
const step = 3;

const people = Array.from({ length: 4 }, (_, at) => ({
  did: Did.make(`did:plc:${`person${at}`.padEnd(24, "2")}`),
  handle: Handle.make(`person${at}.test`)
}));

const pds = Layer.mergeAll(
  IdentityResolverMemory.layer,
  RepositoryDirectoryMemory.layer,
  RepositoryReaderMemory.layer
).pipe(Layer.provideMerge(PdsMemory.layer(people)));

const stores = Layer.unwrapEffect(
  Effect.map(TestDatabase, ({ url }) =>
    storage({ databaseUrl: url, dataDir: "/nonexistent", secrets: testSecrets, purpose: "service" })
  )
);

const service = LexiconCatalogProjection.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      stores,
      pds,
      SecureRandomNode.layer,
      PublishedLexiconsFolder.layer,
      RepositorySignaturesWasm.layer,
      Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "OwnAuthorities" } })
    )
  ),
  Layer.provideMerge(testDatabase)
);

/** Every account writes one more record. */
const writeEverywhere = (text: string) =>
  Effect.flatMap(PdsMemory.PdsMemory, ({ state }) =>
    Ref.update(state, (before) => {
      const records = new Map(before.records);
      for (const { did } of people) {
        const uri = atUri({ did, collection: notes, rkey: RecordKey.make(text) });
        const value = { $type: notes, text };
        records.set(uri, { uri, value, cid: Either.getOrThrow(recordCid(value)) });
      }
      return { ...before, records, writes: before.writes + 1 };
    })
  );

const isIndexed = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const { records } = yield* Ref.get((yield* PdsMemory.PdsMemory).state);
  const indexed = yield* Effect.forEach(people, ({ did }) =>
    index.list({ did, collection: notes, from: null, upTo: null }, 1_000)
  );
  const uris = indexed.flat().map(({ cid, uri }) => `${uri} ${cid}`);
  assert.sameMembers(
    uris,
    [...records.values()].map(({ cid, uri }) => `${uri} ${cid}`)
  );
});

/** What a process does for backfills, until nothing is left to do. */
const work = Effect.fnUntraced(function* (id: string) {
  const backfills = yield* Backfills;
  const due = yield* DueRepositories;
  const limiter = yield* makeHostLimiter;
  const failures = new ListingFailures();
  for (let turn = 0; turn < 50; turn += 1) {
    const backfill = yield* backfills.find(id);
    if (backfill?.state !== "running") return;
    yield* advanceBackfill(failures, backfill);
    for (let one = yield* due.claim(60_000); one !== null; one = yield* due.claim(60_000))
      yield* backfillRepository(limiter, one);
  }
});

/** Ends what a killed process held, as time does. */
const letTimePass = Effect.flatMap(SqlClient, (sql) =>
  Effect.all([
    sql`update tidemark.due_repositories set due_at = now(), claimed = false where due_at < 'infinity'`,
    sql`update tidemark.due_repositories set fetched_at = now() - interval '1 minute' where due_at = 'infinity'`,
    sql`update tidemark.leases set expires_at = now()`
  ])
);

/** Another process works until the backfill has ended. What it has to try again, as on a slow machine, is due at once. */
const continueElsewhere = Effect.fnUntraced(function* (id: string) {
  const backfills = yield* Backfills;
  for (let round = 0; round < 5; round += 1) {
    yield* letTimePass;
    yield* work(id);
    if ((yield* backfills.find(id))?.state !== "running") return;
  }
});

/** The services of a process that is killed before its call of another service with this number. */
const killedBefore = Effect.fnUntraced(function* (call: number) {
  const killed = yield* Deferred.make<void>();
  let calls = 0;
  const live = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      calls += 1;
      return calls === call ? Effect.zipRight(Deferred.succeed(killed, undefined), Effect.never) : effect;
    });
  const directory = yield* RepositoryDirectory;
  const reader = yield* RepositoryReader;
  const backfills = yield* Backfills;
  const due = yield* DueRepositories;
  const services = Layer.mergeAll(
    Layer.succeed(RepositoryDirectory, {
      ...directory,
      list: (listing, cursor) => live(directory.list(listing, cursor))
    }),
    Layer.succeed(RepositoryReader, {
      ...reader,
      fetch: (at, did) => live(reader.fetch(at, did)),
      blocks: (at, did, cids) => live(reader.blocks(at, did, cids))
    }),
    Layer.succeed(Backfills, {
      ...backfills,
      find: (id) => live(backfills.find(id)),
      record: (did, result, at) => live(backfills.record(did, result, at))
    }),
    Layer.succeed(DueRepositories, {
      ...due,
      claim: (milliseconds, options) => live(due.claim(milliseconds, options)),
      complete: (one) => live(due.complete(one))
    })
  );
  return { killed, services };
});

describe("a backfill whose process is killed", () => {
  it.live(
    "is continued by another process, wherever it was, and counts each repository once",
    () =>
      Effect.gen(function* () {
        yield* importLexicons([lexicon], operator);
        const backfills = yield* Backfills;
        let call = 1;
        for (let isKilled = true; isKilled; call += step) {
          yield* writeEverywhere(`n${call}`);
          const { id } = yield* startBackfill({ kind: "all" }, operator);
          const { killed, services } = yield* killedBefore(call);
          const first = yield* Effect.fork(Effect.provide(work(id), services));
          isKilled = yield* Effect.raceFirst(Effect.as(Deferred.await(killed), true), Effect.as(first.await, false));
          yield* continueElsewhere(id);
          const ended = yield* backfills.find(id);
          assert.deepInclude(ended, { state: "completed", repositories: 4, processed: 4, failed: 0 });
          assert.isAtMost(ended?.records ?? 0, 4);
          yield* isIndexed;
          yield* letTimePass;
        }
        assert.isAbove(call, 15);
      }).pipe(Effect.provide(service), Effect.provide(silentLogger)),
    120_000
  );
});
