import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { DeadLetterLimits } from "../../../domain/sync/boundDeadLetter.ts";

interface Evicted {
  readonly evicted: number;
}

/** Adds to a row that no other transaction uses, or to a new one, so that transactions do not wait for each other. */
const countEvicted = (sql: SqlClient, evicted: number): Effect.Effect<unknown, SqlError> => sql`
  with unused as (
    select id from tidemark.dead_letter_evictions order by id limit 1 for update skip locked),
  counted as (
    update tidemark.dead_letter_evictions as counter set evicted = counter.evicted + ${evicted}
    from unused where counter.id = unused.id returning counter.id)
  insert into tidemark.dead_letter_evictions (evicted) select ${evicted} where not exists (select from counted)`;

const evictOfAccounts = (sql: SqlClient, limits: DeadLetterLimits, dids: ReadonlyArray<string>) => sql<Evicted>`
  with excess as (
    select id from (
      select id, row_number() over newest as rank, sum(size) over newest as total
      from (select distinct did from unnest(${dids}::text[]) as added (did)) as account
        join tidemark.dead_letters using (did)
      window newest as (partition by did order by id desc rows unbounded preceding)) as ranked
    where rank > ${limits.lettersPerAccount} or total > ${limits.sizePerAccount}),
  evicted as (
    delete from tidemark.dead_letters where id = any(array(
      select id from tidemark.dead_letters where id in (select id from excess) for update skip locked))
    returning id)
  select count(*)::int as evicted from evicted`;

const evictOfAll = (sql: SqlClient, limits: DeadLetterLimits) => sql<Evicted>`
  with excess as (
    select id from (
      select id, row_number() over newest as rank, sum(size) over newest as total from tidemark.dead_letters
      window newest as (order by id desc rows unbounded preceding)) as ranked
    where rank > ${limits.letters} or total > ${limits.size}),
  evicted as (
    delete from tidemark.dead_letters where id = any(array(
      select id from tidemark.dead_letters where id in (select id from excess) for update skip locked))
    returning id)
  select count(*)::int as evicted from evicted`;

/** Whether ids pass a hundredth of the total limit, so that the whole table is looked at once in so many additions. */
const passHundredth = (ids: ReadonlyArray<number>, letters: number): boolean => {
  const step = Math.max(1, Math.floor(letters / 100));
  const [first, last] = ids.reduce(([low, high], id) => [Math.min(low, id), Math.max(high, id)], [Infinity, 0]);
  return Math.floor((first - 1) / step) < Math.floor(last / step);
};

/** Removes the oldest dead letters beyond the limits after those with the ids were added, and counts them. */
export const evictDeadLetters = Effect.fnUntraced(function* (
  sql: SqlClient,
  limits: DeadLetterLimits,
  dids: ReadonlyArray<string>,
  ids: ReadonlyArray<number>
) {
  const ofAccounts = yield* evictOfAccounts(sql, limits, dids);
  const ofAll = passHundredth(ids, limits.letters) ? yield* evictOfAll(sql, limits) : [];
  const evicted = [...ofAccounts, ...ofAll].reduce((sum, each) => sum + each.evicted, 0);
  if (evicted > 0) yield* countEvicted(sql, evicted);
});
