import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Cosignatures } from "../../../domain/transparency/publishing/Cosignatures.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("cosignatures");

const makeCosignatures = Effect.map(SqlClient, (sql) =>
  Cosignatures.of({
    store: ({ line, size, time, witness }) =>
      sql`
        insert into tidemark.log_cosignatures (size, witness, line, cosigned_at)
        values (${size}, ${witness}, ${line}, ${time})
        on conflict (witness, size) do update set line = excluded.line, cosigned_at = excluded.cosigned_at`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: () => undefined })
      ),
    linesOf: (size) =>
      sql<{ readonly line: string }>`
        select line from tidemark.log_cosignatures where size = ${size} order by witness`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ line }) => line) })
      ),
    largestBy: (witness) =>
      sql<{ readonly size: number }>`
        select size from tidemark.log_cosignatures where witness = ${witness} order by size desc limit 1`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.size ?? 0 })
      )
  })
);

/** Cosignatures in `tidemark.log_cosignatures`. */
export const layer: Layer.Layer<Cosignatures, never, SqlClient> = Layer.effect(Cosignatures, makeCosignatures);
