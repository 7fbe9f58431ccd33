import type { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { DeadLetterLimits } from "../../../domain/sync/boundDeadLetter.ts";

/** The share of the total limits by which they may be exceeded, because the complete table is read to find the excess. */
const tolerance = 0.02;

/** Adds to a row that no other transaction uses, or to a new one, so that transactions do not wait for each other. */
const countEvicted = (sql: SqlClient, evicted: number): Effect.Effect<unknown, SqlError> => sql`
  with unused as (
    select id from tidemark.dead_letter_evictions order by id limit 1 for update skip locked),
  counted as (
    update tidemark.dead_letter_evictions as counter set evicted = counter.evicted + ${evicted}
    from unused where counter.id = unused.id returning counter.id)
  insert into tidemark.dead_letter_evictions (evicted) select ${evicted} where not exists (select from counted)`;

/** Applies the limits of accounts first, so that an account with many dead letters does not evict those of others. */
const evictOldest = (sql: SqlClient, limits: DeadLetterLimits) => sql<{ readonly evicted: number }>`
  with by_account as (
    select id, size, row_number() over newest as rank, sum(size) over newest as total from tidemark.dead_letters
    window newest as (partition by did order by id desc rows unbounded preceding)),
  by_age as (
    select id, row_number() over newest as rank, sum(size) over newest as total from by_account
    where rank <= ${limits.lettersPerAccount} and total <= ${limits.sizePerAccount}
    window newest as (order by id desc rows unbounded preceding)),
  excess as (
    select id from by_account where rank > ${limits.lettersPerAccount} or total > ${limits.sizePerAccount}
    union all select id from by_age where rank > ${limits.letters} or total > ${limits.size}),
  evicted as (
    delete from tidemark.dead_letters where id = any(array(
      select id from tidemark.dead_letters where id in (select id from excess) for update skip locked))
    returning id)
  select count(*)::int as evicted from evicted`;

/** Evicts the oldest dead letters beyond the limits, each time that this process has added a share of the limits. */
export class DeadLetterEviction {
  readonly #sql: SqlClient;
  readonly #limits: DeadLetterLimits;
  #letters = Number.POSITIVE_INFINITY;
  #size = 0;

  constructor(sql: SqlClient, limits: DeadLetterLimits) {
    this.#sql = sql;
    this.#limits = limits;
  }

  /** Is called in the transaction that added dead letters. */
  added(letters: number, size: number): Effect.Effect<void, SqlError> {
    this.#letters += letters;
    this.#size += size;
    const due = this.#letters >= this.#limits.letters * tolerance || this.#size >= this.#limits.size * tolerance;
    return due ? this.#evict() : Effect.void;
  }

  #evict(): Effect.Effect<void, SqlError> {
    this.#letters = 0;
    this.#size = 0;
    return Effect.flatMap(evictOldest(this.#sql, this.#limits), ([row]) =>
      row === undefined || row.evicted === 0 ? Effect.void : Effect.asVoid(countEvicted(this.#sql, row.evicted))
    );
  }
}
