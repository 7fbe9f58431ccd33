import { quoteName, schema } from "../sql/sqlNames.ts";

/** An index of a table. */
export interface TableIndex {
  readonly name: string;
  /** The text after `on`: the table, the columns and the condition. */
  readonly on: string;
}

/** An index in the database. One whose creation was interrupted is not valid, and no query uses it. */
export interface FoundIndex {
  readonly name: string;
  readonly valid: boolean;
}

/** Returns the query for the indexes of records whose names have a prefix. */
export const foundIndexes = (prefix: string): string =>
  `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = '${schema}'::regnamespace and starts_with(c.relname, '${prefix}')`;

/** Returns the statement that creates an index, unless it exists. */
export const createIndex = ({ name, on }: TableIndex, how: "concurrently" | ""): string =>
  `create index ${how} if not exists ${quoteName(name)} on ${on}`;

/** Returns the statement that drops an index, if it exists. */
export const dropIndex = (name: string, how: "concurrently" | ""): string =>
  `drop index ${how} if exists ${schema}.${quoteName(name)}`;
