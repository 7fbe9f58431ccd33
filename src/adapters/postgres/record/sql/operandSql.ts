import type { ReferencePath } from "../../../../domain/lexicon/model/Reference.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Meta, Operand } from "../../../../domain/record/query/RecordQuery.ts";
import { pathKey } from "../table/pathKeys.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { type Facet, facetCollation, facets, facetType } from "../table/StoredProperty.ts";
import { quoteText, schema } from "./sqlNames.ts";

/** The value of an operand in a row `t` of its table. */
interface OperandSql {
  readonly sql: string;
  readonly nullable: boolean;
}

/** Returns the handle of the account whose DID an expression is; null if it is unknown. */
export const handleSql = (did: string): string => `(select a.handle from ${schema}.actors a where a.did = ${did})`;

/** The PDS of the author of a row `t`; null if it is unknown. */
export const pdsSql = `(select a.pds from ${schema}.actors a where a.did = t.did)`;

/** Returns a field that every record has. `indexedAt` is in microseconds. */
export const metaSql = (table: RecordTable, meta: Meta): OperandSql => {
  switch (meta) {
    case "actorHandle":
      return { sql: handleSql("t.did"), nullable: true };
    case "collection":
      return { sql: `${quoteText(table.nsid)} collate "C"`, nullable: false };
    case "indexedAt":
      return { sql: "t.indexed_at", nullable: false };
    default:
      return { sql: `t.${meta}`, nullable: false };
  }
};

/** Returns the column of a facet of a property; undefined if the Lexicon gives the property another type. */
export const columnSql = (table: RecordTable, property: string, facet: Facet): string | undefined => {
  const column = table.columns.find((each) => each.property === property && each.facet === facet);
  return column && `t.${column.sql}`;
};

const facetAt = (table: RecordTable, path: readonly [string, ...ReadonlyArray<string>], facet: Facet): string => {
  const typed = (sql: string): string => `(${sql})::${facetType[facet]}${facetCollation(facet)}`;
  return path.length === 1
    ? (columnSql(table, path[0], facet) ?? typed("null"))
    : typed(`t.paths ->> ${quoteText(pathKey(facet, path))}`);
};

/** Returns the value of an operand in the form in which it is compared. */
export const operandSql = (table: RecordTable, operand: Operand): OperandSql => {
  if (operand._tag === "MetaOperand") return metaSql(table, operand.meta);
  return { sql: facetAt(table, operand.path, facets[operandType(operand)][0]), nullable: true };
};

/** Returns the value of a text operand, case-folded. The fields that every record has are ASCII. */
export const foldedSql = (table: RecordTable, operand: Operand): string =>
  operand._tag === "MetaOperand"
    ? `lower(${metaSql(table, operand.meta).sql})`
    : `coalesce(${facetAt(table, operand.path, "f")}, ${facetAt(table, operand.path, "s")})`;

/** Returns the address or DID that a row refers to at a path; null if the Lexicon has no reference there. */
export const referenceSql = (table: RecordTable, path: ReferencePath): string => {
  const column = table.references.find((each) => JSON.stringify(each.path) === JSON.stringify(path));
  return column ? `t.${column.sql}` : "null::text";
};
