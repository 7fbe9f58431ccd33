import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Queue from "effect/Queue";
import * as Schedule from "effect/Schedule";
import * as Stream from "effect/Stream";
import { layer as recordChangesPostgres } from "../../../../src/adapters/postgres/record/RecordChangesPostgres.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { ChangeFeed, layer as changeFeed } from "../../../../src/application/live/ChangeFeed.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordOf, scalar, setOf } from "../../../contracts/recordIndexFixture.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const collection = Nsid.make("test.live.listener");
const record = (rkey: string) => recordOf(collection, rkey, { text: rkey });

/** The index, and a follower with a connection of its own that listens. */
const layer = Layer.merge(recordIndexPostgres(), changeFeed.pipe(Layer.provide(recordChangesPostgres))).pipe(
  Layer.provideMerge(recordsDatabase)
);

/** Ends the connection that listens, as soon as there is one. It asks `select 1` now and then. */
const killListener = Effect.flatMap(
  SqlClient,
  (sql) => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (query ilike 'listen%' or query = 'select 1')`
).pipe(Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: (ended) => ended.length > 0 }));

it.scopedLive(
  "Whoever follows the change log misses no change when the connection that listens is killed again and again",
  () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* index.define(setOf(collection, { text: scalar("string") }));
      const feed = yield* ChangeFeed;
      const found = yield* Queue.unbounded<string>();
      yield* feed.follow(yield* feed.head).pipe(
        Stream.runForEach(({ changes }) =>
          Queue.offerAll(
            found,
            changes.map(({ uri }) => uri)
          )
        ),
        Effect.forkScoped
      );
      for (const round of ["a", "b", "c", "d"]) {
        yield* index.put(record(`${round}1`));
        yield* killListener;
        yield* index.put(record(`${round}2`));
        const taken = yield* Effect.timeout(Effect.all([Queue.take(found), Queue.take(found)]), "15 seconds");
        assert.deepStrictEqual(taken, [record(`${round}1`).uri, record(`${round}2`).uri]);
      }
    }).pipe(Effect.provide(layer)),
  { timeout: 60_000 }
);
