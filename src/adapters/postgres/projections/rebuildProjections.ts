import { SqlClient } from "@effect/sql/SqlClient";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Ref from "effect/Ref";
import * as Schedule from "effect/Schedule";
import { EventLog } from "../../../domain/event/EventLog.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { RebuildRefused } from "../../../domain/projection/RebuildRefused.ts";
import { sqlState } from "../connection/sqlState.ts";
import { compareShadows } from "./compareShadows.ts";
import { fillHistoryShadows, fillShadows, historyPosition } from "./projectionShadows.ts";
import { createShadowSchema, indexShadows, lockLiveTables, replaceLiveTables, shadowSchema } from "./shadowSchema.ts";
import { storedTables } from "./storedTables.ts";

const { schema } = shadowSchema;

/** The key of the lock that one rebuild of a database holds. Archiving waits for it, because a rebuild reads the log for minutes. */
export const rebuildLock = 0x71de_0002;

/** The positions that the shadows have reached: those that change with an append, and those of the history. */
interface Reached {
  readonly log: number;
  readonly history: number;
}

type Progress = (position: number) => Effect.Effect<void>;

/**
 * Runs work in a transaction with the rights of the owner: `role none` is the user who logged in, even if the session
 * acts as another role.
 */
const asOwner = <A, E, R>(work: Effect.Effect<A, E, R>, settings = "") =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(sql.unsafe(`${settings} set local role none`), work))
  );

/** A person was erased while the projections were rebuilt, so that the shadows may hold their DID. */
class ErasedMeanwhile extends Data.TaggedError("ErasedMeanwhile")<Record<never, never>> {}

/**
 * Fails if a person was erased after a position. The streams of erasures are loaded, because whoever reads an erasure forgets
 * the keys of persons that are cached.
 */
const refuseErased = Effect.fnUntraced(function* (position: number) {
  const sql = yield* SqlClient;
  const { load } = yield* EventLog;
  const erasures = yield* sql<{ stream: StreamName }>`
    select stream from tidemark.events where stream like 'erasure-%' and position > ${position}`;
  yield* Effect.forEach(erasures, ({ stream }) => load(stream), { discard: true });
  if (erasures.length > 0) return yield* new ErasedMeanwhile();
});

/** Adds what the log and the history have gained to the shadows, each page in a transaction of its own. */
const catchUp = Effect.fnUntraced(function* ({ history, log }: Reached, progress: Progress) {
  const filling = { step: asOwner, progress };
  const upTo = yield* historyPosition;
  yield* fillHistoryShadows(schema, history, upTo, filling);
  return { log: yield* fillShadows(schema, log, filling), history: upTo } satisfies Reached;
});

/** As `catchUp` from the beginning, with both at the same time, each over connections of its own. */
const fill = Effect.fnUntraced(function* (progress: Progress) {
  const filling = { step: asOwner, progress };
  const history = yield* historyPosition;
  // The history is filled within the database alone. Its positions would go back in the reports of progress.
  const inDatabase = fillHistoryShadows(schema, 0, history, { step: asOwner, progress: () => Effect.void });
  const [log] = yield* Effect.all([fillShadows(schema, 0, filling), inDatabase], { concurrency: 2 });
  return { log, history } satisfies Reached;
});

/** Compares shadows and live tables in one snapshot, in which both are at the head of the log. */
const compare = Effect.fnUntraced(function* (reached: Reached, start: number, progress: Progress) {
  const now = yield* catchUp(reached, progress);
  yield* refuseErased(start);
  return { now, projections: yield* compareShadows(schema) };
});

/**
 * Replaces the live tables. Appends and the history stand still at their rows until the end of the transaction, a few
 * milliseconds later. Those who wait for a table then find the new one under its name.
 */
const replace = Effect.fnUntraced(function* (reached: Reached, start: number, progress: Progress) {
  const sql = yield* SqlClient;
  yield* sql`select position from tidemark.log_head for update`;
  yield* sql`select position from tidemark.audit_progress for update`;
  yield* catchUp(reached, progress);
  yield* refuseErased(start);
  yield* sql.unsafe(lockLiveTables);
  const keepSchedules = storedTables(schema).flatMap(({ keepSchedule = [] }) => keepSchedule);
  yield* Effect.forEach(keepSchedules, (statement) => sql.unsafe(statement), { discard: true });
  yield* sql.unsafe(replaceLiveTables);
});

/** The tables are in use: the lock timed out, or the server ended a deadlock. */
const isInUse = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error));

const whileInUse = Schedule.exponential("100 millis").pipe(
  Schedule.union(Schedule.spaced("3 seconds")),
  Schedule.upTo("10 minutes")
);

/** Replaces the live tables as soon as nobody uses them for a moment. */
const replaceWhenIdle = Effect.fnUntraced(
  function* (state: Ref.Ref<Reached>, start: number, progress: Progress) {
    const reached = yield* catchUp(yield* Ref.get(state), progress);
    yield* Ref.set(state, reached);
    yield* asOwner(replace(reached, start, progress), "set local lock_timeout = '1s';");
  },
  Effect.retry({ schedule: whileInUse, while: isInUse }),
  Effect.mapError((error) => (isInUse(error) ? new RebuildRefused({ reason: "in-use" }) : error))
);

/** Lets one rebuild run at a time, and ends with its connection. */
const holdLock = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const connection = yield* sql.reserve;
  const ask = (call: string) => connection.execute(`select ${call}(${rebuildLock}) as done`, [], undefined);
  const [found] = yield* ask("pg_try_advisory_lock");
  if (found?.done !== true) return yield* new RebuildRefused({ reason: "running" });
  yield* Effect.addFinalizer(() => Effect.ignore(ask("pg_advisory_unlock")));
});

const rebuildOnce = Effect.fnUntraced(function* (progress: Progress) {
  const start = yield* (yield* EventLog).head;
  yield* asOwner(createShadowSchema);
  const state = yield* Ref.make<Reached>(yield* fill(progress));
  yield* asOwner(indexShadows);
  yield* Ref.set(state, yield* catchUp(yield* Ref.get(state), progress));
  const snapshot = "set transaction isolation level repeatable read;";
  const { now, projections } = yield* asOwner(compare(yield* Ref.get(state), start, progress), snapshot);
  yield* Ref.set(state, now);
  yield* replaceWhenIdle(state, start, progress);
  return { position: now.log, projections };
});

/** How often a rebuild starts over, because persons are erased. */
const maxRestarts = 20;

/**
 * Rebuilds all stored projections in a schema of their own, compares them with the live ones, and replaces those. It starts
 * over when a person is erased meanwhile.
 */
export const rebuildProjections = Effect.fnUntraced(function* (progress: Progress) {
  yield* holdLock;
  return yield* rebuildOnce(progress).pipe(
    Effect.retry({ while: (error) => error instanceof ErasedMeanwhile, times: maxRestarts }),
    Effect.mapError((error) => (error instanceof ErasedMeanwhile ? new RebuildRefused({ reason: "in-use" }) : error))
  );
}, Effect.scoped);
