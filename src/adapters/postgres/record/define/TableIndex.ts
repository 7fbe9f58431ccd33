import { quoteName, schema } from "../sql/sqlNames.ts";

/** An index of a table. */
export interface TableIndex {
  readonly name: string;
  /** What stands behind `on`: the table, the columns and the condition. */
  readonly on: string;
}

/** An index as the database has it. One that was broken off while it was made is not valid, and serves no query. */
export interface FoundIndex {
  readonly name: string;
  readonly valid: boolean;
}

/** The indexes in the schema of the records whose name begins so. */
export const foundIndexes = (prefix: string): string =>
  `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = '${schema}'::regnamespace and starts_with(c.relname, '${prefix}')`;

export const createIndex = ({ name, on }: TableIndex, how: "concurrently" | ""): string =>
  `create index ${how} if not exists ${quoteName(name)} on ${on}`;

export const dropIndex = (name: string, how: "concurrently" | ""): string =>
  `drop index ${how} if exists ${schema}.${quoteName(name)}`;
