import type { PageBounds } from "../../../../domain/record/query/notificationBounds.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Page, Seek } from "../../../../domain/record/query/RecordQuery.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { operandSql } from "./operandSql.ts";
import type { SqlParameters } from "./SqlParameters.ts";

type Direction = Page["direction"];

/** One key of an order, or the URI that breaks ties. */
export interface OrderKey {
  /** An expression over a row `t`. */
  readonly sql: string;
  readonly nullable: boolean;
  readonly ascending: boolean;
}

/** Returns the keys of a page's order, the URI last. */
export const orderKeys = ({ sort }: PageBounds, table: RecordTable): ReadonlyArray<OrderKey> => [
  ...sort.map(({ operand, direction }) => ({ ...operandSql(table, operand), ascending: direction === "ASC" })),
  { sql: "t.uri", nullable: false, ascending: sort.at(-1)?.direction !== "DESC" }
];

/** Returns the `order by` terms, with the given names for the keys. Nulls are last forward, and so first backward. */
export const orderSql = (keys: ReadonlyArray<OrderKey>, names: ReadonlyArray<string>, direction: Direction): string =>
  keys
    .map(({ nullable, ascending }, at) => {
      const up = ascending === (direction === "forward");
      const nulls = nullable && !ascending ? ` nulls ${direction === "forward" ? "last" : "first"}` : "";
      return `${names[at]} ${up ? "asc" : "desc"}${nulls}`;
    })
    .join(", ");

interface SeekKey extends OrderKey {
  /** The value at the position, as SQL; null if the position has none. */
  readonly value: string | null;
}

const seekKeys = (
  { sort }: PageBounds,
  keys: ReadonlyArray<OrderKey>,
  seek: Seek,
  parameters: SqlParameters
): ReadonlyArray<SeekKey> => {
  const values = sort.map(({ operand }, at) => {
    const value = seek.values[at] ?? null;
    return value && parameters.value(value, operandType(operand));
  });
  return keys.map((key, at) => ({
    ...key,
    value: at < sort.length ? (values[at] ?? null) : parameters.value(seek.uri, "string")
  }));
};

const operator = (key: OrderKey, direction: Direction): string =>
  key.ascending === (direction === "forward") ? ">" : "<";

/** The condition that a row's key lies beyond that of the position. */
const beyond = (key: SeekKey, direction: Direction): string => {
  if (key.value === null) return direction === "forward" ? "false" : `${key.sql} is not null`;
  const further = `${key.sql} ${operator(key, direction)} ${key.value}`;
  return key.nullable && direction === "forward" ? `(${further} or ${key.sql} is null)` : further;
};

const equal = ({ sql, value }: SeekKey): string => (value === null ? `${sql} is null` : `${sql} = ${value}`);

/** Whether the keys can be compared as one row, which an index finds: none is null, and all have the same direction. */
const comparable = (keys: ReadonlyArray<SeekKey>): boolean =>
  keys.every((key) => !key.nullable && key.value !== null && key.ascending === keys[0]?.ascending);

/** Returns the condition that a row lies beyond a position in a direction of the order, or at it if `inclusive`. */
export const seekSql = (
  page: PageBounds,
  keys: ReadonlyArray<OrderKey>,
  seek: Seek,
  direction: Direction,
  inclusive: boolean,
  parameters: SqlParameters
): string => {
  const [first, ...rest] = seekKeys(page, keys, seek, parameters);
  if (first === undefined) return "true";
  const all = [first, ...rest];
  const equals = inclusive ? "=" : "";
  if (comparable(all)) {
    const [columns, values] = [all.map(({ sql }) => sql), all.map(({ value }) => value)];
    return `(${columns.join(", ")}) ${operator(first, direction)}${equals} (${values.join(", ")})`;
  }
  return all.reduceRight(
    (further, key) =>
      further
        ? `(${beyond(key, direction)} or (${equal(key)} and ${further}))`
        : `${key.sql} ${operator(key, direction)}${equals} ${key.value}`,
    ""
  );
};
