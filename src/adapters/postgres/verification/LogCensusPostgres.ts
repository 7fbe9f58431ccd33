import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type CountedRows, LogCensus } from "../../../domain/verification/LogCensus.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { SubjectKeys } from "../personal/SubjectKeys.ts";

const empty: CountedRows = { head: 0, rows: 0, lowest: null, highest: null, tiles: 0 };

/** One statement, and so one point in time. */
const counted = `
select l.position as head, e.rows, e.lowest, e.highest, (select count(*) from tidemark.log_tiles) as tiles
from tidemark.log_head l, (
  select count(*) as rows, min(position) as lowest, max(position) as highest
  from (select position from tidemark.events union all select position from tidemark.archived_events) r) e`;

const unavailable = storeUnavailable("log-census");

/** Counts the rows of `tidemark.events`, with what is kept of archived ones, and of `tidemark.log_tiles`; finds those of `tidemark.subjects`. */
export const layer: Layer.Layer<LogCensus, never, SqlClient | SubjectKeys> = Layer.effect(
  LogCensus,
  Effect.map(Effect.all([SqlClient, SubjectKeys]), ([sql, keys]) =>
    LogCensus.of({
      count: Effect.zipRight(keys.forget, sql.unsafe<CountedRows>(counted)).pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row ?? empty })
      ),
      withKey: (subjects) =>
        sql<{ id: string }>`select id from tidemark.subjects where id = any(${[...subjects]}::text[])`.pipe(
          Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ id }) => id) })
        )
    })
  )
);
