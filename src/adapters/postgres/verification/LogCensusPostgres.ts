import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type CountedRows, LogCensus } from "../../../domain/verification/LogCensus.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const empty: CountedRows = { head: 0, rows: 0, lowest: null, highest: null, tiles: 0 };

/** One statement, and so one point in time. */
const counted = `
select l.position as head, e.rows, e.lowest, e.highest, (select count(*) from tidemark.log_tiles) as tiles
from tidemark.log_head l, (
  select count(*) as rows, min(position) as lowest, max(position) as highest
  from (select position from tidemark.events union all select position from tidemark.archived_events) r) e`;

/** Counts the rows of `tidemark.events`, with what is kept of archived ones, and of `tidemark.log_tiles`. */
export const layer: Layer.Layer<LogCensus, never, SqlClient> = Layer.effect(
  LogCensus,
  Effect.map(SqlClient, (sql) =>
    LogCensus.of({
      count: sql
        .unsafe<CountedRows>(counted)
        .pipe(Effect.mapBoth({ onFailure: storeUnavailable("log-census"), onSuccess: ([row]) => row ?? empty }))
    })
  )
);
