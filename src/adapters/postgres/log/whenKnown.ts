import type { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";

/**
 * Returns the expression `known`, which has one row with the time `now` if storing these identities would change nothing
 * and no account of the instance is erased, and no row otherwise. It only reads, so that it takes no lock before that of
 * the log. Whoever changes one of the accounts at the same moment does so as if after it.
 */
export const whenKnown = (sql: SqlClient, identities: ReadonlyArray<Identity>, now: number): Fragment => sql`
  known as materialized (
    select ${now}::bigint as now
    where not exists (select from tidemark.erased_accounts)
      and not exists (
        select from unnest(${identities.map(({ did }) => did)}::text[], ${identities.map(({ handle }) => handle)}::text[],
          ${identities.map(({ pds }) => pds)}::text[],
          ${identities.map(({ signingKey = null }) => signingKey)}::text[]) as w (did, handle, pds, signing_key)
        where not exists (
          select from tidemark_records.actors a
          where a.did = w.did and a.pds = w.pds and (w.handle is null or a.handle = w.handle)
            and (w.signing_key is null or a.signing_key = w.signing_key))))`;
