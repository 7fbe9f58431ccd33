import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type PendingRevocation, PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { queueLength } from "./queueLength.ts";

const unavailable = storeUnavailable("owed-revocations");

const makePendingRevocations = Effect.map(SqlClient, (sql) => {
  const owed = sql.literal(`session_id as "sessionId", attempts,
    (extract(epoch from clock_timestamp() - enqueued_at) * 1000)::float8 as age`);
  return PendingRevocations.of({
    claim: (limit, milliseconds) =>
      sql<PendingRevocation>`
        update tidemark.pending_revocations set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where session_id in (
          select session_id from tidemark.pending_revocations where due_at <= clock_timestamp()
          order by due_at limit ${limit} for update skip locked)
        returning ${owed}`.pipe(Effect.mapError(unavailable)),
    postpone: (sessionId, milliseconds) =>
      sql`update tidemark.pending_revocations set attempts = attempts + 1,
          due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where session_id = ${sessionId}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    defer: (sessionId, milliseconds) =>
      sql`update tidemark.pending_revocations set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where session_id = ${sessionId}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    list: (limit) =>
      sql<PendingRevocation>`select ${owed} from tidemark.pending_revocations order by enqueued_at limit ${limit}`.pipe(
        Effect.mapError(unavailable)
      ),
    length: queueLength(sql`select attempts > 0 as failed from tidemark.pending_revocations`).pipe(
      Effect.provideService(SqlClient, sql),
      Effect.mapError(unavailable)
    )
  });
});

/** Pending revocations in `tidemark.pending_revocations`, which every append brings up to date. */
export const layer: Layer.Layer<PendingRevocations, never, SqlClient> = Layer.effect(
  PendingRevocations,
  makePendingRevocations
);
