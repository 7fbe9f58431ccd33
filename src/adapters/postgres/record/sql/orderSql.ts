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

const sameDirection = (keys: ReadonlyArray<SeekKey>): boolean =>
  keys.every(({ ascending }) => ascending === keys[0]?.ascending);

const compared = (keys: ReadonlyArray<SeekKey>, operators: string): string =>
  `(${keys.map(({ sql }) => sql).join(", ")}) ${operators} (${keys.map(({ value }) => value).join(", ")})`;

/**
 * The rows beyond a position by keys of which only the first may be null. It is last forward, and so first backward. A row
 * comparison is never true of a row with a null.
 */
const rangesByFirst = (
  [first, rest]: readonly [SeekKey, ReadonlyArray<SeekKey>],
  direction: Direction,
  operators: string
): ReadonlyArray<string> => {
  if (first.value !== null) {
    const further = compared([first, ...rest], operators);
    return first.nullable && direction === "forward" ? [further, `${first.sql} is null`] : [further];
  }
  const further = `(${first.sql} is null and ${compared(rest, operators)})`;
  return direction === "forward" ? [further] : [further, `${first.sql} is not null`];
};

/**
 * Returns the ranges of rows that lie beyond a position in a direction of the order, or at it if `inclusive`: conditions of
 * which a row satisfies at most one. An index that has the order finds where each range begins, if it has a form that
 * allows that. In a condition with `or`, PostgreSQL would read all rows before the position too.
 */
export const seekRanges = (
  page: PageBounds,
  keys: ReadonlyArray<OrderKey>,
  seek: Seek,
  direction: Direction,
  inclusive: boolean,
  parameters: SqlParameters
): ReadonlyArray<string> => {
  const [first, ...rest] = seekKeys(page, keys, seek, parameters);
  if (first === undefined) return ["true"];
  const equals = inclusive ? "=" : "";
  const isFound = sameDirection([first, ...rest]) && rest.every(({ nullable, value }) => !nullable && value !== null);
  if (isFound) return rangesByFirst([first, rest], direction, `${operator(first, direction)}${equals}`);
  const condition = [first, ...rest].reduceRight(
    (further, key) =>
      further
        ? `(${beyond(key, direction)} or (${equal(key)} and ${further}))`
        : `${key.sql} ${operator(key, direction)}${equals} ${key.value}`,
    ""
  );
  return [condition];
};
