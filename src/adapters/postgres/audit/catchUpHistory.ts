import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { knownEventTypes } from "../../../domain/event/DomainEvent.ts";
import { UnreadableRecord } from "../../../domain/event/UnreadableRecord.ts";
import { currentHead } from "../log/currentHead.ts";
import { fillHistory } from "./fillHistory.ts";

/** The number of events that are copied in one transaction. */
const batchSize = 10_000;

const fill = fillHistory("tidemark");

const known = [...knownEventTypes];

/** How far the history has come, and whether it can continue at once. */
interface Progress {
  /** The event at which it stops: a later version knows what it counts as. */
  readonly stop: UnreadableRecord | null;
  readonly hasMore: boolean;
}

/** Returns the position up to which the history has the log. */
export const caughtUpTo = (sql: SqlClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.audit_progress`, ([row]) => row?.position ?? 0);

const firstUnknown = (sql: SqlClient, after: number, upTo: number) =>
  Effect.map(
    sql<{ position: number; type: string }>`
      select position, type from tidemark.events
      where position > ${after} and position <= ${upTo} and type <> all(${known}::text[]) order by position limit 1`,
    ([row]) => (row === undefined ? null : UnreadableRecord.of(row))
  );

/** Copies the next events. The lock on the progress lets one process do so at a time. */
const catchUpBatch = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<{ position: number }>`select position from tidemark.audit_progress for update`;
  const from = row?.position ?? 0;
  const head = yield* currentHead(sql);
  const batchEnd = Math.min(head, from + batchSize);
  const stop = yield* firstUnknown(sql, from, batchEnd);
  const to = stop === null ? batchEnd : stop.position - 1;
  if (to > from) {
    yield* fill(sql, from, to);
    yield* sql`update tidemark.audit_progress set position = ${to}`;
  }
  return { stop, hasMore: stop === null && to < head } satisfies Progress;
});

/**
 * Copies the new events of the log into the history. Appends do not wait for it. Returns the event of a later version
 * that it stopped at, or null.
 */
export const catchUpHistory: Effect.Effect<UnreadableRecord | null, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  if ((yield* caughtUpTo(sql)) >= (yield* currentHead(sql))) return null;
  const { stop } = yield* Effect.repeat(sql.withTransaction(catchUpBatch), { while: ({ hasMore }) => hasMore });
  return stop;
});
