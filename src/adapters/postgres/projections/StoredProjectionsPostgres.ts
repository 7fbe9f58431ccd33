import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { EventLog, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { RebuildRefused } from "../../../domain/projection/RebuildRefused.ts";
import { StoredProjections } from "../../../domain/projection/StoredProjections.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { sqlState } from "../connection/sqlState.ts";
import { compareShadows } from "./compareShadows.ts";
import {
  createShadows,
  fillHistoryShadows,
  fillShadows,
  historyPosition,
  shadowedTables,
  temporaryShadows
} from "./projectionShadows.ts";
import { rebuildProjections } from "./rebuildProjections.ts";
import { type StoredTable, storedTables } from "./storedTables.ts";

const temporaryTables = storedTables(temporaryShadows.schema);

const unavailable = storeUnavailable("projections");

const restoreTable = Effect.fnUntraced(function* ({ restore }: StoredTable) {
  const sql = yield* SqlClient;
  yield* Effect.forEach(restore, (statement) => sql.unsafe(statement), { discard: true });
});

type Work<A> = Effect.Effect<A, SqlError | EventLogUnavailable, SqlClient | EventLog>;

/** The locks come before the snapshot, so that no rebuild replaces the tables in between (`RebuildProjectionsPostgres`). */
const beginSnapshot = `
  set transaction isolation level repeatable read;
  lock table ${shadowedTables.map((table) => `tidemark.${table}`).join(", ")} in access share mode`;

/** Runs work in one snapshot of the log and the stored projections. */
const inSnapshot = Effect.fnUntraced(function* <A>(work: Work<A>) {
  const sql = yield* SqlClient;
  return yield* sql.withTransaction(Effect.zipRight(sql.unsafe(beginSnapshot), work));
});

const inThisTransaction = <Work>(work: Work): Work => work;

const comparison = Effect.fnUntraced(function* (progress: (position: number) => Effect.Effect<void>) {
  const sql = yield* SqlClient;
  const [head] = yield* sql<{ position: number }>`select position from tidemark.log_head`;
  yield* createShadows(temporaryShadows);
  const filling = { step: inThisTransaction, progress };
  yield* fillShadows(temporaryShadows.schema, 0, filling);
  yield* fillHistoryShadows(temporaryShadows.schema, 0, yield* historyPosition, filling);
  const projections = yield* compareShadows(temporaryShadows.schema);
  return { position: head?.position ?? 0, projections };
});

const restoration = Effect.fnUntraced(function* (progress: (position: number) => Effect.Effect<void>) {
  const compared = yield* comparison(progress);
  const isDifferent = ({ projection }: StoredTable) =>
    compared.projections.some((each) => each.projection === projection && each.count > 0);
  yield* Effect.forEach(temporaryTables.filter(isDifferent), restoreTable, { discard: true });
  return compared;
});

/** Whether another transaction changed the same row meanwhile. */
const isRace = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error));

const makeStoredProjections = Effect.gen(function* () {
  const services = yield* Effect.context<SqlClient | EventLog>();
  const provided = <A, E>(work: Effect.Effect<A, E, SqlClient | EventLog>) =>
    Effect.provide(work, services).pipe(
      Effect.catchAllDefect((defect) => (defect instanceof SqlError ? Effect.fail(defect) : Effect.die(defect)))
    );
  return StoredProjections.of({
    compare: (progress) => Effect.mapError(provided(inSnapshot(comparison(progress))), unavailable),
    restore: (progress) =>
      provided(inSnapshot(restoration(progress))).pipe(
        Effect.retry({ while: isRace, times: 5 }),
        Effect.mapError(unavailable)
      ),
    rebuild: (progress) =>
      provided(rebuildProjections(progress)).pipe(
        Effect.mapError((error) => (error instanceof RebuildRefused ? error : unavailable(error)))
      )
  });
});

/** The stored projections in the schema `tidemark`, compared with the log in a separate transaction. */
export const layer: Layer.Layer<StoredProjections, never, SqlClient | EventLog> = Layer.effect(
  StoredProjections,
  makeStoredProjections
);
