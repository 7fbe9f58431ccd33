import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Page, Seek } from "../../../../domain/record/query/RecordQuery.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { operandSql } from "./operandSql.ts";
import type { SqlParameters } from "./SqlParameters.ts";

type Direction = Page["direction"];

/** One key of an order, the uri that breaks ties included. */
export interface OrderKey {
  /** Of a row `t`. */
  readonly sql: string;
  readonly nullable: boolean;
  readonly ascending: boolean;
}

/** The keys of a page's order. */
export const orderKeys = ({ sort }: Page, table: RecordTable): ReadonlyArray<OrderKey> => [
  ...sort.map(({ operand, direction }) => ({ ...operandSql(table, operand), ascending: direction === "ASC" })),
  { sql: "t.uri", nullable: false, ascending: sort.at(-1)?.direction !== "DESC" }
];

/** The terms of `order by`, for rows in which the keys are called as given. Nulls are last forward, so first backward. */
export const orderSql = (keys: ReadonlyArray<OrderKey>, names: ReadonlyArray<string>, direction: Direction): string => {
  return keys
    .map(({ nullable, ascending }, at) => {
      const up = ascending === (direction === "forward");
      const nulls = nullable && !ascending ? ` nulls ${direction === "forward" ? "last" : "first"}` : "";
      return `${names[at]} ${up ? "asc" : "desc"}${nulls}`;
    })
    .join(", ");
};

interface SeekKey extends OrderKey {
  /** Null where the position has no value. */
  readonly value: string | null;
}

const seekKeys = (
  { sort }: Page,
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

/** Rows whose key lies beyond that of the position. */
const beyond = (key: SeekKey, direction: Direction): string => {
  if (key.value === null) return direction === "forward" ? "false" : `${key.sql} is not null`;
  const further = `${key.sql} ${operator(key, direction)} ${key.value}`;
  return key.nullable && direction === "forward" ? `(${further} or ${key.sql} is null)` : further;
};

const equal = ({ sql, value }: SeekKey): string => (value === null ? `${sql} is null` : `${sql} = ${value}`);

/** A comparison of rows, which an index answers; where the keys are all there and go one way. */
const comparable = (keys: ReadonlyArray<SeekKey>): boolean =>
  keys.every((key) => !key.nullable && key.value !== null && key.ascending === keys[0]?.ascending);

/** The condition that a row lies beyond a position in a direction of the order, or at it where `inclusive`. */
export const seekSql = (
  page: Page,
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
