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
  const hidden = sql`(select did from tidemark_records.hidden_accounts
    union all select subject from tidemark_records.takedowns where starts_with(subject, 'did:'))`;

  const isNamed = (text: string) => sql`(strpos(handle, ${text.toLowerCase()}) > 0 or starts_with(did, ${text}))`;

  /** The accounts that a text names, which are found before their authorizations are read. Few texts can begin a DID. */
  const named = (text: string): Fragment => {
    const known = sql`select did from tidemark_records.actors where ${isNamed(text)}`;
    return text.startsWith("did:") || "did:".startsWith(text)
      ? sql`(${known} union all select did from tidemark.authorizations where starts_with(did, ${text}))`
      : sql`(${known})`;
  };

  const matching = (did: Fragment, { state }: AccountFilter): ReadonlyArray<Fragment> => [
    sql`not starts_with(${did}, ${erasedDid("")})`,
    ...(state === "hidden" ? [sql`${did} in ${hidden}`] : [])
  ];

  const isAmong = ({ text }: AccountFilter): ReadonlyArray<Fragment> =>
    text === null ? [] : [sql`u.did in ${named(text)}`];

  const usedBefore = (after: AccountPosition | null): ReadonlyArray<Fragment> => {
    if (after === null) return [];
    const { did, usedAt } = after;
    return [
      usedAt === null
        ? sql`false`
        : sql`(u.used_at < ${usedAt}::bigint or (u.used_at = ${usedAt}::bigint and u.did > ${did}))`
    ];
  };

  const unusedAfter = (after: AccountPosition | null): ReadonlyArray<Fragment> =>
    after === null || after.usedAt !== null ? [] : [sql`a.did > ${after.did}`];

  /** The accounts that signed in, the last one first. */
  const signedIn = (filter: AccountFilter, after: AccountPosition | null, limit: number) => sql`(
    select u.did, u.used_at
    from (select did, max(used_at) as used_at from tidemark.authorizations group by did) u
    where ${sql.and([...matching(sql`u.did`, filter), ...isAmong(filter), ...usedBefore(after)])}
    order by u.used_at desc, u.did limit ${limit})`;

  /** The accounts that never signed in. */
  const neverSignedIn = (filter: AccountFilter, after: AccountPosition | null, limit: number) => sql`(
    select a.did, null::bigint as used_at from tidemark_records.actors a
    where not exists (select from tidemark.authorizations z where z.did = a.did)
      and ${sql.and([...matching(sql`a.did`, filter), ...(filter.text === null ? [] : [isNamed(filter.text)]), ...unusedAfter(after)])}
    order by a.did limit ${limit})`;

  const partsOf = (filter: AccountFilter, after: AccountPosition | null, limit: number): Fragment => {
    switch (filter.state) {
      case "signed-in":
        return signedIn(filter, after, limit);
      case "never-signed-in":
        return neverSignedIn(filter, after, limit);
      default:
        return sql`${signedIn(filter, after, limit)} union all ${neverSignedIn(filter, after, limit)}`;
    }
  };

  /** All that the list shows of the accounts `x`: only these are joined with what is known of them. */
  const shown = (now: number, accounts: Fragment) => sql<DirectoryAccount>`
    select x.did, a.handle, a.pds, h.status,
      exists (select from tidemark_records.takedowns t where t.subject = x.did) as "isTakenDown",
      u.signed_in_at::float8 as "signedInAt", u.used_at::float8 as "usedAt", u.active::float8 as "activeSessions"
    from (${accounts}) x
    left join tidemark_records.actors a on a.did = x.did
    left join tidemark_records.hidden_accounts h on h.did = x.did
    left join lateral (
      select max(granted_at) as signed_in_at, max(used_at) as used_at,
        count(*) filter (where ended_at is null and expires_at > ${now}) as active
      from tidemark.authorizations z where z.did = x.did) u on true
    order by coalesce(u.used_at, 0) desc, x.did`;

  return AccountDirectory.of({
    page: (filter, after, limit) =>
      shown(
        filter.now,
        sql`select did from (${partsOf(filter, after, limit)}) k order by coalesce(used_at, 0) desc, did limit ${limit}`
      ).pipe(Effect.mapError(unavailable)),
    find: (did, now) =>
      shown(
        now,
        sql`select did from tidemark_records.actors where did = ${did}
          union select did from tidemark.authorizations where did = ${did}`
      ).pipe(Effect.mapBoth({ onFailure: unavailable, onSuccess: ([account]) => account ?? null }))
  });
});

/** The accounts in `tidemark_records.actors` and `tidemark.authorizations`. */
export const layer: Layer.Layer<AccountDirectory, never, SqlClient> = Layer.effect(AccountDirectory, makeDirectory);
