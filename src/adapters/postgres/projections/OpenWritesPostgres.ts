import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { OpenWrites } from "../../../domain/record/write/OpenWrites.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { queueLength } from "./queueLength.ts";

const unavailable = storeUnavailable("open-writes");

const makeOpenWrites = Effect.map(SqlClient, (sql) =>
  OpenWrites.of({
    claim: (limit, milliseconds) =>
      sql<{ stream: StreamName }>`
        update tidemark.open_writes set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where stream in (
          select stream from tidemark.open_writes where due_at <= clock_timestamp()
          order by due_at limit ${limit} for update skip locked)
        returning stream`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ stream }) => stream) })
      ),
    postpone: (stream, milliseconds) =>
      sql`update tidemark.open_writes set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where stream = ${stream}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    remove: (stream) =>
      sql`delete from tidemark.open_writes where stream = ${stream}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    makeAllDue: sql`update tidemark.open_writes set due_at = clock_timestamp()`.pipe(
      Effect.asVoid,
      Effect.mapError(unavailable)
    ),
    length: queueLength(sql`select false as failed from tidemark.open_writes`).pipe(
      Effect.provideService(SqlClient, sql),
      Effect.mapError(unavailable)
    )
  })
);

/** Open writes in `tidemark.open_writes`, which every append brings up to date. */
export const layer: Layer.Layer<OpenWrites, never, SqlClient> = Layer.effect(OpenWrites, makeOpenWrites);
