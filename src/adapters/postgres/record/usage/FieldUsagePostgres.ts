import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { FieldUsage, type UsedField } from "../../../../domain/record/index/FieldUsage.ts";
import { type FieldUse, indexFor } from "../../../../domain/record/query/fieldUses.ts";
import { storeUnavailable } from "../../connection/failureReason.ts";
import { columnName, schema, tableName } from "../sql/sqlNames.ts";
import { facets } from "../table/StoredProperty.ts";

interface UsageRow extends FieldUse {
  readonly uses: string;
  readonly lastUsedAt: string;
}

/** The first column of an index that covers all rows of a table. */
interface IndexRow {
  readonly table: string;
  readonly column: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

const usage = `select collection, field, type, operator, uses::text as uses,
    to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUsedAt"
  from ${schema}.field_usage order by field_usage.uses desc, collection, field, operator, type`;

const indexes = `select c.relname as "table", a.attname as "column",
    (i.indoption[0] & 1) = 1 as descending, (i.indoption[0] & 2) = 2 as "nullsFirst"
  from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where c.relnamespace = '${schema}'::regnamespace and i.indisvalid and i.indpred is null`;

/** A text that is searched by an index of words. */
interface WordsRow {
  readonly collection: string;
  readonly field: string;
}

const words = `select w.nsid as collection, array_to_string(array(select jsonb_array_elements_text(p.path)), '.') as field
  from ${schema}.word_indexes w cross join lateral jsonb_array_elements(w.properties) p (path)`;

const isServed = (use: FieldUse, found: ReadonlyArray<IndexRow>, searched: ReadonlyArray<WordsRow>): boolean => {
  const wanted = indexFor(use);
  if (wanted === null) return false;
  if (wanted.purpose === "search")
    return searched.some(({ collection, field }) => collection === use.collection && field === use.field);
  const table = tableName(use.collection);
  const column = columnName(facets[use.type][0], use.field);
  return found.some(
    (index) =>
      index.table === table &&
      index.column === column &&
      (wanted.purpose === "filter" || (index.descending === (wanted.purpose === "desc") && !index.nullsFirst))
  );
};

/** The fields that queries filtered and sorted by, from `tidemark_records.field_usage`, and whether an index serves each. */
export const layer: Layer.Layer<FieldUsage, never, SqlClient> = Layer.effect(
  FieldUsage,
  Effect.map(SqlClient, (sql) =>
    FieldUsage.of({
      read: Effect.all([sql.unsafe<UsageRow>(usage), sql.unsafe<IndexRow>(indexes), sql.unsafe<WordsRow>(words)]).pipe(
        Effect.map(([rows, found, searched]) =>
          rows.map((row): UsedField => ({ ...row, uses: Number(row.uses), isServed: isServed(row, found, searched) }))
        ),
        Effect.mapError(storeUnavailable("field-usage"))
      )
    })
  )
);
