import type { BlobUrl } from "../../../domain/record/blobUrl.ts";
import type { DidJoin, Field, Selection } from "../../../domain/record/RecordQuery.ts";
import { type Row, rowNumber, textAt } from "./AnswerRows.ts";
import { compileMeta, compileProperty, compileValue } from "./compileField.ts";
import { type CompileSelection, compilePage } from "./compilePage.ts";
import { type Source, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";
import { quoteText } from "./sqlNames.ts";
import { type Member, type Write, writeObject } from "./writeObject.ts";

/** The writers of what can be selected of a source of a statement. */
export interface SourceCompiler {
  readonly selection: CompileSelection;
  readonly didJoin: (join: DidJoin, source: Source) => Write<Row>;
}

/** Compiles selections into a statement. */
export const sourceCompiler = (statement: Statement, blobUrl: BlobUrl): SourceCompiler => {
  const selection = (fields: Selection, source: Source): Write<Row> =>
    writeObject(fields.map((each): Member<Row> => [each.key, field(each, source)]));

  const field = (field: Field, source: Source): Write<Row> | string => {
    switch (field._tag) {
      case "MetaField":
        return compileMeta(field, source);
      case "PropertyField":
        return compileProperty(field, source, blobUrl);
      case "ValueField":
        return compileValue(source);
      case "TypenameField":
        return JSON.stringify(field.name);
      case "EmptyListField":
        return "[]";
      case "Resolved":
      case "ReverseJoin":
      case "ViewerRecord":
        throw new Error(`Not yet: ${field._tag}`);
      default:
        return didJoin(field, source);
    }
  };

  const didJoin = (join: DidJoin, source: Source): Write<Row> => {
    const did = source.level.column(source, "t.did");
    if (join._tag === "DidPage") {
      const write = compilePage(join.page, statement, { source, slot: did, equals: "t.did" }, selection);
      return (answer, row) => write(answer, rowNumber(row));
    }
    const rest = quoteText(`/${join.collection}/${join.rkey}`);
    const uri = `'at://' || ${source.alias}.${slotName(did)} || ${rest}`;
    const joined = source.level.join(statement.table(join.collection), `t.uri = ${uri}`);
    const found = joined.level.column(joined, "t.uri");
    const write = selection(join.selection, joined);
    return (answer, row) => (textAt(row, found) === null ? "null" : write(answer, row));
  };

  return { selection, didJoin };
};
