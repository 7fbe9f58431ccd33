import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { forkSupervised } from "../../../../application/background/supervise.ts";
import { RecordIndex } from "../../../../domain/record/index/RecordIndex.ts";
import { type FieldUse, fieldUses } from "../../../../domain/record/query/fieldUses.ts";
import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import { schema } from "../sql/sqlNames.ts";

/** The number of different uses that are counted between two flushes. Further ones are ignored. */
const maxUses = 10_000;

interface Counted {
  readonly use: FieldUse;
  count: number;
}

const addUses = `insert into ${schema}.field_usage (collection, field, type, operator, uses, last_used_at)
  select v.*, now() from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]::bigint[]) as v
  on conflict (collection, field, type, operator)
  do update set uses = field_usage.uses + excluded.uses, last_used_at = excluded.last_used_at`;

const deleteOld = `delete from ${schema}.field_usage where last_used_at < now() - interval '90 days'`;

/** Counts uses in memory until they are taken. */
class UseCounter {
  readonly #usesOf = new WeakMap<RecordQuery, ReadonlyArray<readonly [string, FieldUse]>>();
  #counted = new Map<string, Counted>();

  count(query: RecordQuery): void {
    const uses = this.#usesOf.get(query) ?? fieldUses(query).map((use) => [JSON.stringify(use), use] as const);
    this.#usesOf.set(query, uses);
    for (const [key, use] of uses) {
      const counted = this.#counted.get(key);
      if (counted !== undefined) counted.count += 1;
      else if (this.#counted.size < maxUses) this.#counted.set(key, { use, count: 1 });
    }
  }

  take(): ReadonlyArray<Counted> {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    return counted;
  }
}

const flush = Effect.fnUntraced(
  function* (counter: UseCounter) {
    const counted = counter.take();
    if (counted.length === 0) return;
    const sql = yield* SqlClient;
    const list = (value: (each: Counted) => string): ReadonlyArray<string> => counted.map(value);
    yield* sql.unsafe(addUses, [
      list(({ use }) => use.collection),
      list(({ use }) => use.field),
      list(({ use }) => use.type),
      list(({ use }) => use.operator),
      list(({ count }) => String(count))
    ]);
    yield* sql.unsafe(deleteOld);
  },
  Effect.catchAll((problem) => Effect.logDebug("The use of fields could not be stored", problem))
);

/**
 * The index, which also counts how queries use fields. The counts are added to `tidemark_records.field_usage` once a minute
 * and when the process stops.
 */
export const layer: Layer.Layer<RecordIndex, never, RecordIndex | SqlClient> = Layer.scoped(
  RecordIndex,
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const counter = new UseCounter();
    yield* Effect.addFinalizer(() => flush(counter).pipe(Effect.timeoutOption("2 seconds")));
    yield* forkSupervised("count the use of fields")(Effect.schedule(flush(counter), Schedule.spaced("1 minute")));
    return RecordIndex.of({
      ...index,
      query: (query, parameters, author) => {
        counter.count(query);
        return index.query(query, parameters, author);
      },
      queryBytes: (query, parameters, author) => {
        counter.count(query);
        return index.queryBytes(query, parameters, author);
      }
    });
  })
);
