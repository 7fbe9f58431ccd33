import { SqlClient } from "@effect/sql/SqlClient";
import type { Fragment } from "@effect/sql/Statement";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  AccountDirectory,
  type AccountFilter,
  type AccountPosition,
  type DirectoryAccount
} from "../../../domain/account/AccountDirectory.ts";
import { erasedDid } from "../../../domain/personal/erasedValue.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("accounts");

const makeDirectory = Effect.map(SqlClient, (sql) => {
  const stateIs = (state: AccountFilter["state"]): ReadonlyArray<Fragment> => {
    switch (state) {
      case null:
        return [];
      case "signed-in":
        return [sql`used_at is not null`];
      case "never-signed-in":
        return [sql`used_at is null`];
      case "hidden":
        return [sql`(status is not null or is_taken_down)`];
    }
  };

  /** Accounts `x` with all that the list shows. `authorizations` restricts which are read, and `actors` likewise. */
  const accounts = (now: number, authorizations: Fragment, actors: Fragment) => sql`(
    select coalesce(a.did, u.did) as did, a.handle, a.pds, h.status,
      exists (select from tidemark_records.takedowns t where t.subject = coalesce(a.did, u.did)) as is_taken_down,
      u.signed_in_at, u.used_at, coalesce(u.active, 0) as active
    from (select * from tidemark_records.actors where ${actors}) a
    full join (
      select did, max(granted_at) as signed_in_at, max(used_at) as used_at,
        count(*) filter (where ended_at is null and expires_at > ${now}) as active
      from tidemark.authorizations where ${authorizations} group by did) u on u.did = a.did
    left join tidemark_records.hidden_accounts h on h.did = coalesce(a.did, u.did)) x`;

  const columns = sql`did, handle, pds, status, is_taken_down as "isTakenDown",
    signed_in_at::float8 as "signedInAt", used_at::float8 as "usedAt", active::float8 as "activeSessions"`;

  const named = (text: string | null): ReadonlyArray<Fragment> =>
    text === null ? [] : [sql`(starts_with(did, ${text}) or strpos(handle, ${text.toLowerCase()}) > 0)`];

  const beyond = (after: AccountPosition | null): ReadonlyArray<Fragment> => {
    if (after === null) return [];
    const usedAt = after.usedAt ?? 0;
    return [
      sql`(coalesce(used_at, 0) < ${usedAt}::bigint or (coalesce(used_at, 0) = ${usedAt}::bigint and did > ${after.did}))`
    ];
  };

  const everyone = sql`true`;

  return AccountDirectory.of({
    page: ({ now, state, text }, after, limit) =>
      sql<DirectoryAccount>`
        select ${columns} from ${accounts(now, everyone, everyone)}
        where ${sql.and([sql`not starts_with(did, ${erasedDid("")})`, ...named(text), ...stateIs(state), ...beyond(after)])}
        order by coalesce(used_at, 0) desc, did limit ${limit}`.pipe(Effect.mapError(unavailable)),
    find: (did, now) =>
      sql<DirectoryAccount>`
        select ${columns} from ${accounts(now, sql`did = ${did}`, sql`did = ${did}`)}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([account]) => account ?? null })
      )
  });
});

/** The accounts in `tidemark_records.actors` and `tidemark.authorizations`. */
export const layer: Layer.Layer<AccountDirectory, never, SqlClient> = Layer.effect(AccountDirectory, makeDirectory);
