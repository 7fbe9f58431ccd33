import { Buffer } from "node:buffer";
import { sha256 } from "../../../../domain/crypto/sha256.ts";

/** The schema of everything that can be rebuilt from repositories. */
export const schema = "tidemark_records";

/** The table that every table of records is created like. It is always empty. */
export const recordTemplate = `${schema}.record_template`;

const hash = (text: string): string => Buffer.from(sha256(text)).toString("hex").slice(0, 16);

/** Returns the name of a collection's table: up to 57 letters, digits and `_`, different for every NSID. */
export const tableName = (nsid: string): string =>
  `${nsid.replaceAll(/[^A-Za-z0-9]/g, "_").slice(0, 40)}_${hash(nsid)}`;

/** Returns the name of the table with the references in lists of a collection's records, up to 62 bytes long. */
export const listsTableName = (nsid: string): string => `${tableName(nsid)}_refs`;

/** Returns a number of 64 bits that stands for a text. */
export const numberName = (text: string): bigint => BigInt.asIntN(64, BigInt(`0x${hash(text)}`));

/** Returns the column name of a property: its own name if that is plain and short, otherwise a hash. */
export const columnName = (kind: string, property: string): string =>
  /^[A-Za-z0-9_]{1,48}$/.test(property) ? `${kind}_${property}` : `${kind}$${hash(property)}`;

/** Returns the column name of a path of properties. */
export const pathColumnName = (kind: string, [first, ...rest]: readonly [string, ...ReadonlyArray<string>]): string =>
  rest.length === 0 ? columnName(kind, first) : `${kind}$${hash(JSON.stringify([first, ...rest]))}`;

/** Returns the name of an index of a table. */
export const indexName = (table: string, columns: string): string => `i$${hash(`${table} ${columns}`)}`;

/** Returns a name as a quoted identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the name that `quoteName` quoted. */
export const unquoteName = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"');

/** Returns a text of the service or of a Lexicon as an SQL literal. Texts from users are parameters instead. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
