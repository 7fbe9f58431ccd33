import { Buffer } from "node:buffer";
import { sha256 } from "../../../../domain/crypto/sha256.ts";

/** The schema of everything that can be rebuilt from the repositories. */
export const schema = "tidemark_records";

/** The table that every table of records is created like. It is always empty. */
export const recordTemplate = `${schema}.record_template`;

const hash = (text: string): string => Buffer.from(sha256(text)).toString("hex").slice(0, 16);

/** A name that holds only letters, digits and `_`, is at most 57 bytes long, and belongs to one NSID only. */
export const tableName = (nsid: string): string =>
  `${nsid.replaceAll(/[^A-Za-z0-9]/g, "_").slice(0, 40)}_${hash(nsid)}`;

/** The name of the table of what records of a collection refer to in lists, at most 62 bytes long. */
export const listsTableName = (nsid: string): string => `${tableName(nsid)}_refs`;

/** A number of 64 bits that belongs to one text only. */
export const numberName = (text: string): bigint => BigInt.asIntN(64, BigInt(`0x${hash(text)}`));

/** A name that belongs to one property only: its own where that is plain and short, else a hash. */
export const columnName = (kind: string, property: string): string =>
  /^[A-Za-z0-9_]{1,48}$/.test(property) ? `${kind}_${property}` : `${kind}$${hash(property)}`;

/** A name that belongs to one path of properties only. */
export const pathColumnName = (kind: string, [first, ...rest]: readonly [string, ...ReadonlyArray<string>]): string =>
  rest.length === 0 ? columnName(kind, first) : `${kind}$${hash(JSON.stringify([first, ...rest]))}`;

/** A name that belongs to one index of one table only. */
export const indexName = (table: string, columns: string): string => `i$${hash(`${table} ${columns}`)}`;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text of ours or of a Lexicon as SQL. What a user sends is a parameter instead. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
