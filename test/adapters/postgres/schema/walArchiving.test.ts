import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { layer as client } from "../../../../src/adapters/postgres/connection/PostgresClient.ts";
import { EmbeddedPostgres, layer } from "../../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { walArchiveFinding } from "../../../../src/adapters/postgres/schema/walArchiveFinding.ts";
import { walArchiving } from "../../../../src/adapters/postgres/schema/walArchiving.ts";
import { walArchivingFault } from "../../../../src/domain/health/WalArchiving.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { query } from "../embedded/query.ts";

const patience = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(200));

/** Ends the current segment of the write-ahead log, so that it is archived. */
const endSegment = Effect.flatMap(EmbeddedPostgres, ({ url }) =>
  query(url, "select pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()")
);

const state = Effect.flatMap(EmbeddedPostgres, ({ url }) =>
  Effect.provide(walArchiving, client({ url, maxConnections: 1 }))
);

const findingOf = Effect.map(state, (archiving) => walArchiveFinding(archiving, true, Date.now()));

it.scopedLive("tells whether the server archives its write-ahead log", () =>
  Effect.gen(function* () {
    const root = yield* temporaryFolder;
    const walArchive = join(root, "wal");
    // As root, the server runs as another user.
    yield* Effect.promise(() => chmod(root, 0o755));
    yield* Effect.gen(function* () {
      yield* endSegment;
      const archived = Effect.filterOrFail(
        state,
        (found) => found?.lastArchivedAt != null && found.waitingSegments === 0,
        () => "not archived"
      );
      yield* Effect.retry(archived, patience);
      assert.match((yield* findingOf).detail, /^it was archived last at \d/);
      yield* Effect.promise(() => rename(walArchive, `${walArchive}.away`));
      yield* endSegment;
      const failed = Effect.filterOrFail(
        state,
        (found) => found !== null && walArchivingFault(found, Date.now()) === "fails" && found.waitingSegments === 1,
        () => "not failed"
      );
      yield* Effect.retry(failed, patience);
      const { detail, status } = yield* findingOf;
      assert.strictEqual(status, "problem");
      assert.match(detail, /^the write-ahead log cannot be archived; it was archived last at \d/);
    }).pipe(Effect.provide(layer({ dataDir: join(root, "data"), walArchive })));
    yield* Effect.gen(function* () {
      assert.isNull(yield* state);
      assert.strictEqual((yield* findingOf).detail, "the database was started without WAL_ARCHIVE");
    }).pipe(Effect.provide(layer({ dataDir: join(root, "data") })));
  }).pipe(Effect.provide(silentLogger))
);
