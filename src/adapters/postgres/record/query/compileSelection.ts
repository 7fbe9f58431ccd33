import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type {
  DidJoin,
  Field,
  Page,
  Parameter,
  Selection,
  ViewerRecord
} from "../../../../domain/record/query/RecordQuery.ts";
import { type Row, rowNumber, textAt } from "../result/ResultRows.ts";
import { type Member, type Write, writeObject } from "../result/writeJson.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import { quoteText } from "../sql/sqlNames.ts";
import { compileMeta, compileProperty, compileValue } from "./compileField.ts";
import { compileLabels } from "./compileLabels.ts";
import { type CompileSelection, compilePage } from "./compilePage.ts";
import { type CompileReferred, compileReferred, compileResolved } from "./compileResolved.ts";
import { type ParentLink, type RecordSource, slotName } from "./Level.ts";
import { referringRows } from "./referringRows.ts";
import type { Statement } from "./Statement.ts";

type ReverseJoin = Extract<Field, { readonly _tag: "ReverseJoin" }>;

/** Compiles what can be selected of a source of a statement. */
export interface RecordCompiler {
  readonly selection: CompileSelection;
  readonly didJoin: (join: DidJoin, source: RecordSource) => Write<Row>;
}

/** Makes the compiler of selections for a statement. */
export const recordCompiler = (statement: Statement, blobUrl: BlobUrl): RecordCompiler => {
  const referred: CompileReferred = (field, path, source) => compileReferred(statement, selection)(field, path, source);

  const selection = (fields: Selection, source: RecordSource): Write<Row> =>
    writeObject(fields.map((each): Member<Row> => [each.key, field(each, source)]));

  const field = (field: Field, source: RecordSource): Write<Row> | string => {
    switch (field._tag) {
      case "MetaField":
        return compileMeta(field, source);
      case "PropertyField":
        return compileProperty(field, source, blobUrl, referred);
      case "ValueField":
        return compileValue(source);
      case "TypenameField":
        return JSON.stringify(field.name);
      case "LabelsField":
        return compileLabels(field, source, statement);
      case "Resolved":
        return compileResolved(field, source, referred);
      case "Joins":
        return selection(field.members, source);
      case "ReverseJoin":
        return reverseJoin(field, source);
      case "ViewerRecord":
        return field.viewer ? viewerRecord(field, field.viewer, source) : "null";
      default:
        return didJoin(field, source);
    }
  };

  const pageBelow = (page: Page, parent: ParentLink): Write<Row> => {
    const write = compilePage(page, statement, parent, selection);
    return (result, row) => write(result, rowNumber(row));
  };

  const onlyRecord = (fields: Selection, joined: RecordSource): Write<Row> => {
    const found = joined.level.column(joined, "t.uri");
    const write = selection(fields, joined);
    return (result, row) => (textAt(row, found) === null ? "null" : write(result, row));
  };

  const didJoin = (join: DidJoin, source: RecordSource): Write<Row> => {
    const did = source.level.column(source, "t.did");
    if (join._tag === "DidPage") return pageBelow(join.page, { source, slot: did, equals: "t.did" });
    const uri = `'at://' || ${source.alias}.${slotName(did)} || ${quoteText(`/${join.collection}/${join.rkey}`)}`;
    const table = statement.table(join.collection);
    // Without the limit the planner may turn the lookup of one record into a scan of the table.
    const rows = (columns: string) => `(select ${columns} from ${rowsSql(table, [`t.uri = ${uri}`])} limit 1)`;
    return onlyRecord(join.selection, source.level.join(table, rows));
  };

  const reverseJoin = ({ via, page }: ReverseJoin, source: RecordSource): Write<Row> => {
    const slot = source.level.column(source, "t.uri");
    return pageBelow(page, { source, slot, ...referringRows(statement.table(page.collection), via) });
  };

  const viewerRecord = (
    { collection, via, target, ...viewed }: ViewerRecord,
    viewer: Parameter,
    source: RecordSource
  ) => {
    const table = statement.table(collection);
    const referred = `${source.alias}.${slotName(source.level.column(source, `t.${target}`))}`;
    const { equals, from } = referringRows(table, via);
    const did = statement.parameters.value(viewer, "string");
    const own = rowsSql(
      table,
      [`t.did = ${did}`, from ? addressedBy("t.uri", did) : null, `${equals} = ${referred}`],
      from?.rows
    );
    // `offset 0` makes PostgreSQL find the viewer's few records first, instead of walking through those of all authors.
    const rows = (columns: string) =>
      `(select ${columns} from (select * from ${own} offset 0) t order by t.indexed_at desc, t.uri desc limit 1)`;
    return onlyRecord(viewed.selection, source.level.join(table, rows));
  };

  return { selection, didJoin };
};

/** Returns the condition that an address belongs to an author. "0" is the character after "/". */
const addressedBy = (uri: string, did: string): string =>
  `${uri} >= 'at://' || ${did} || '/' and ${uri} < 'at://' || ${did} || '0'`;
