import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { DueIdentities, type DueIdentity } from "../../../domain/sync/account/DueIdentities.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("due-identities");

/** How many accounts that are not due are forgotten at each claim. */
const forgottenPerClaim = 1_000;

const makeDueIdentities = Effect.map(SqlClient, (sql) => {
  const forget = sql`
    delete from tidemark.due_identities where did in (
      select did from tidemark.due_identities where due_at = 'infinity' and rests_until <= clock_timestamp()
      limit ${forgottenPerClaim} for update skip locked)`;
  return DueIdentities.of({
    request: (dids) =>
      sql`
        insert into tidemark.due_identities as d (did) select unnest(${[...new Set(dids)].sort()}::text[])
        on conflict (did) do update set requests = d.requests + 1,
          due_at = case when d.claimed then d.due_at
            else least(d.due_at, greatest(d.rests_until, clock_timestamp())) end`.pipe(
        Effect.asVoid,
        Effect.mapError(unavailable)
      ),
    claim: (limit, milliseconds) =>
      Effect.zipRight(
        forget,
        sql<DueIdentity>`
          update tidemark.due_identities
          set due_at = clock_timestamp() + ${milliseconds} * interval '1 millisecond', claimed = true
          where did in (
            select did from tidemark.due_identities where due_at <= clock_timestamp()
            order by due_at limit ${limit} for update skip locked)
          returning did, requests, failures`
      ).pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map((row) => ({ ...row })) })),
    complete: ({ did, requests }, interval) =>
      sql`
        update tidemark.due_identities d
        set claimed = false, failures = 0, rests_until = next.at,
          due_at = case when d.requests = ${requests} then 'infinity' else next.at end
        from (select clock_timestamp() + ${interval} * interval '1 millisecond' as at) next
        where did = ${did}`.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    postpone: ({ did, requests }, milliseconds, interval) =>
      sql`
        update tidemark.due_identities d
        set claimed = false, failures = failures + 1,
          rests_until = clock_timestamp() + ${interval} * interval '1 millisecond',
          due_at = clock_timestamp() + interval '1 millisecond'
            * (case when d.requests = ${requests} then ${milliseconds}::float8
              else ${Math.min(milliseconds, interval)}::float8 end)
        where did = ${did}`.pipe(Effect.asVoid, Effect.mapError(unavailable))
  });
});

/** Due identities in `tidemark.due_identities`. An account is forgotten when it may be resolved again and is not due. */
export const layer: Layer.Layer<DueIdentities, never, SqlClient> = Layer.effect(DueIdentities, makeDueIdentities);
