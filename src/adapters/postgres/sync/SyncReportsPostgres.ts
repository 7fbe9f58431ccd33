import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { minuteOf, minutesBefore } from "../../../domain/sync/stream/minuteOf.ts";
import {
  type MinuteCount,
  reportedMinutes,
  type SourceError,
  type StoredSyncReport,
  SyncReports
} from "../../../domain/sync/stream/SyncReports.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("sync-reports");

interface ReportRow extends Omit<StoredSyncReport, "minutes"> {
  readonly lastError: SourceError | null;
  readonly minutes: ReadonlyArray<MinuteCount>;
}

const timeOf = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds));

const makeSyncReports = Effect.map(SqlClient, (sql) =>
  SyncReports.of({
    // One statement, because it runs once a second: the row of the address orders concurrent reports.
    report: ({ fence }, { address, at, collections, connected, events, lastError, lastEventAt, records, since }) =>
      sql`
        with accepted as (
          insert into tidemark.sync_reports as stored
            (address, fence, connected, since, last_event_at, last_error, collections, reported_at)
          values (${address}, ${fence}, ${connected}, ${timeOf(since)}, ${timeOf(lastEventAt)},
            ${lastError === null ? null : JSON.stringify(lastError)}::text::json,
            ${JSON.stringify(collections)}::text::jsonb, ${timeOf(at)})
          on conflict (address) do update set
            fence = excluded.fence,
            connected = excluded.connected,
            since = excluded.since,
            last_event_at = coalesce(excluded.last_event_at, stored.last_event_at),
            last_error = coalesce(excluded.last_error, stored.last_error),
            collections = coalesce((
              select jsonb_object_agg(key, coalesce(nullif(value, 'null'), stored.collections->key, 'null'))
              from jsonb_each(excluded.collections)), '{}'),
            reported_at = excluded.reported_at
          where stored.fence <= excluded.fence
          returning address
        ), expired as (
          delete from tidemark.sync_minutes using accepted
          where sync_minutes.address = accepted.address
            and minute <= ${timeOf(minutesBefore(at, reportedMinutes))}
        )
        insert into tidemark.sync_minutes as stored (address, minute, events, records)
        select address, ${timeOf(minuteOf(at))}::timestamptz, ${events}::bigint, ${records}::bigint from accepted
        where ${events}::bigint + ${records}::bigint > 0
        on conflict (address, minute) do update set
          events = stored.events + excluded.events, records = stored.records + excluded.records`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    find: (address) =>
      sql<ReportRow>`
        select address, connected, last_error as "lastError", collections,
          (extract(epoch from since) * 1000)::float8 as since,
          (extract(epoch from last_event_at) * 1000)::float8 as "lastEventAt",
          (extract(epoch from reported_at) * 1000)::float8 as at,
          coalesce((
            select jsonb_agg(jsonb_build_object(
              'minute', (extract(epoch from minute) * 1000)::int8, 'events', events, 'records', records) order by minute)
            from tidemark.sync_minutes where sync_minutes.address = sync_reports.address
          ), '[]') as minutes
        from tidemark.sync_reports where address = ${address}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => Option.fromNullable(row) })
      )
  })
);

/** Reports about sources in `tidemark.sync_reports` and `tidemark.sync_minutes`. */
export const layer: Layer.Layer<SyncReports, never, SqlClient> = Layer.effect(SyncReports, makeSyncReports);
