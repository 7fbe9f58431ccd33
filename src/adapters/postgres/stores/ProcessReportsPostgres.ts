import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { HealthMinute, healthMinutes } from "../../../domain/health/HealthMinute.ts";
import { type ProcessReport, ProcessReports, ProcessState } from "../../../domain/health/ProcessReports.ts";
import { minutesBefore } from "../../../domain/sync/stream/minuteOf.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("process-reports");

interface Row {
  readonly state: unknown;
  readonly at: number;
  readonly minutes: ReadonlyArray<unknown>;
}

const decodeState = Schema.decodeUnknownOption(ProcessState);
const decodeMinute = Schema.decodeUnknownOption(HealthMinute);

/** A process of another version may report in another form. What cannot be read is left out. */
const fromRow = ({ at, minutes, state }: Row): ReadonlyArray<ProcessReport> =>
  Option.match(decodeState(state), {
    onNone: () => [],
    onSome: (known) => [{ state: known, at, minutes: minutes.flatMap((each) => Option.toArray(decodeMinute(each))) }]
  });

const makeProcessReports = Effect.map(SqlClient, (sql) =>
  ProcessReports.of({
    // Rows that another process is about to delete are skipped, so that two reports never wait for each other.
    report: ({ at, minutes, state }) =>
      sql`
        with expired_reports as (
          delete from tidemark.process_reports where process in (
            select process from tidemark.process_reports
            where reported_at <= ${new Date(minutesBefore(at, healthMinutes))} and process <> ${state.id}
            for update skip locked)
        ), expired_minutes as (
          delete from tidemark.process_minutes where (process, minute) in (
            select process, minute from tidemark.process_minutes
            where minute <= ${new Date(minutesBefore(at, healthMinutes))} for update skip locked)
        ), reported as (
          insert into tidemark.process_reports (process, state, reported_at)
          values (${state.id}, ${JSON.stringify(state)}::text::json, ${new Date(at)})
          on conflict (process) do update set state = excluded.state, reported_at = excluded.reported_at
        )
        insert into tidemark.process_minutes (process, minute, requests, servers)
        select ${state.id}, to_timestamp((each->>'minute')::float8 / 1000), each->'requests', each->'servers'
        from json_array_elements(${JSON.stringify(minutes)}::text::json) as each
        where to_timestamp((each->>'minute')::float8 / 1000) > ${new Date(minutesBefore(at, healthMinutes))}
        on conflict (process, minute) do update set requests = excluded.requests, servers = excluded.servers`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    list: sql<Row>`
      select state, (extract(epoch from reported_at) * 1000)::float8 as at,
        coalesce((
          select json_agg(json_build_object('minute', (extract(epoch from minute) * 1000)::int8,
            'requests', requests, 'servers', servers) order by minute)
          from tidemark.process_minutes m where m.process = r.process
        ), '[]') as minutes
      from tidemark.process_reports r order by (state->>'startedAt')::float8, process`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.flatMap(fromRow) })
    )
  })
);

/** Reports of processes in `tidemark.process_reports` and `tidemark.process_minutes`. */
export const layer: Layer.Layer<ProcessReports, never, SqlClient> = Layer.effect(ProcessReports, makeProcessReports);
