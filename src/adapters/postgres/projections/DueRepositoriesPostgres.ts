import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Did } from "../../../domain/atproto/Did.ts";
import {
  DueRepositories,
  type DueRepository,
  dueReasons,
  fetchIntervalMs,
  isUrgent,
  type WaitingRepository
} from "../../../domain/sync/backfill/DueRepositories.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { queueLength } from "./queueLength.ts";

const unavailable = storeUnavailable("due-repositories");

interface Row {
  readonly did: Did;
  readonly requestedAt: number;
  readonly request: number;
  readonly priority: number;
  readonly failures: number;
}

const fromRow = ({ priority, ...row }: Row): DueRepository => ({ ...row, reason: dueReasons[priority] ?? "backfill" });

interface WaitingRow extends Omit<WaitingRepository, "reason"> {
  readonly priority: number;
}

const toWaiting = ({ priority, ...row }: WaitingRow): WaitingRepository => ({
  ...row,
  reason: dueReasons[priority] ?? "backfill"
});

/** The places of the reasons for which a repository is due at once. */
const urgent = dueReasons.flatMap((reason, priority) => (isUrgent(reason) ? [priority] : []));

const makeDueRepositories = Effect.map(SqlClient, (sql) => {
  const inMilliseconds = (milliseconds: number) => sql`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
  return DueRepositories.of({
    request: (dids, reason = "changed") =>
      dids.length === 0
        ? Effect.void
        : sql`select tidemark.request_repositories(${[...dids]}, 0, ${dueReasons.indexOf(reason)})`.pipe(
            Effect.asVoid,
            Effect.mapError(unavailable)
          ),
    claim: (milliseconds, { busy = [], untried = false, upTo = "backfill" } = {}) =>
      sql<Row>`
        select did, requested_at as "requestedAt", request, priority, failures
        from tidemark.claim_repository(${milliseconds}, ${[...busy]}::text[], ${dueReasons.indexOf(upTo)}, ${untried})`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => (row === undefined ? null : fromRow(row)) })
      ),
    find: (did) =>
      sql<WaitingRow>`
        select priority, failures, extract(epoch from due_at)::float8 * 1000 as "dueAt", claimed as "isClaimed"
        from tidemark.due_repositories where did = ${did} and due_at < 'infinity'`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => (row === undefined ? null : toWaiting(row)) })
      ),
    renewClaim: (did, milliseconds) =>
      sql`update tidemark.due_repositories set due_at = ${inMilliseconds(milliseconds)}
        where did = ${did} and claimed`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    postpone: (did, milliseconds, failed) =>
      sql`update tidemark.due_repositories
        set due_at = ${inMilliseconds(milliseconds)}, claimed = false, failures = failures + ${failed ? 1 : 0}
        where did = ${did} and due_at < 'infinity'`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    awaitPds: (did, milliseconds, pds) =>
      sql`update tidemark.due_repositories set due_at = ${inMilliseconds(milliseconds)}, claimed = false, pds = ${pds}
        where did = ${did} and due_at < 'infinity'`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    complete: ({ did, request }) =>
      sql`update tidemark.due_repositories
        set claimed = false, failures = 0, fetched_at = clock_timestamp(), due_at = case
          when request = ${request} then 'infinity'
          when priority = any(${urgent}::int[]) then clock_timestamp()
          else ${inMilliseconds(fetchIntervalMs)} end
        where did = ${did} and due_at < 'infinity'`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    withdraw: (dids) =>
      sql`delete from tidemark.due_repositories
        where did = any(${[...dids]}) and priority = ${dueReasons.indexOf("backfill")} and not claimed
          and due_at < 'infinity'`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    length: queueLength(
      sql`select failures > 0 as failed from tidemark.due_repositories where due_at < 'infinity'`
    ).pipe(Effect.provideService(SqlClient, sql), Effect.mapError(unavailable))
  });
});

/** Due repositories in `tidemark.due_repositories`, which every append brings up to date. */
export const layer: Layer.Layer<DueRepositories, never, SqlClient> = Layer.effect(DueRepositories, makeDueRepositories);
