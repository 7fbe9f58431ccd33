import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { DueRepositories, type DueRepository } from "../../../domain/sync/backfill/DueRepositories.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("due-repositories");

const makeDueRepositories = Effect.map(SqlClient, (sql) =>
  DueRepositories.of({
    claim: (milliseconds) =>
      Effect.zipRight(
        sql`select tidemark.spread_requests()`,
        sql<DueRepository>`
          update tidemark.due_repositories
          set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond', claimed = true
          where did = (
            select did from tidemark.due_repositories where due_at <= clock_timestamp() and did <> '*'
            order by due_at limit 1 for update skip locked)
          returning did, requested_at as "requestedAt", failures`
      ).pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row ?? null })),
    renewClaim: (did, milliseconds) =>
      sql`update tidemark.due_repositories set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond'
        where did = ${did} and claimed`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    postpone: (did, milliseconds, failed) =>
      sql`update tidemark.due_repositories
        set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond', claimed = false,
          failures = failures + ${failed ? 1 : 0}
        where did = ${did}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    complete: ({ did, requestedAt }) =>
      sql`with settled as (
          delete from tidemark.due_repositories where did = ${did} and requested_at = ${requestedAt})
        update tidemark.due_repositories set due_at = clock_timestamp(), claimed = false, failures = 0
        where did = ${did} and requested_at <> ${requestedAt}`.pipe(Effect.asVoid, Effect.mapError(unavailable))
  })
);

/** Due repositories in `tidemark.due_repositories`, which every append brings up to date. */
export const layer: Layer.Layer<DueRepositories, never, SqlClient> = Layer.effect(DueRepositories, makeDueRepositories);
