import type { Json } from "../../../../domain/json/Json.ts";
import type { Resolved, Shape } from "../../../../domain/record/query/RecordQuery.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { referenceUri } from "../../../../domain/record/value/referenceUri.ts";
import { type ResultRows, type Row, rowNumber, textAt } from "../result/ResultRows.ts";
import { type Write, writeList } from "../result/writeJson.ts";
import type { LinkPath } from "../table/pathKeys.ts";
import type { CompileSelection } from "./compilePage.ts";
import type { RecordSource, Slot } from "./Level.ts";
import { referenceColumn, referredLevel } from "./referredLevel.ts";
import type { Statement } from "./Statement.ts";

/** Writes the selection of the record at an address that a row refers to. */
type WriteReferred = (result: ResultRows, row: Row, uri: string) => string;

/** Compiles the selections of the records that the references at a path of a source lead to. */
export type CompileReferred = (field: Resolved, path: LinkPath, source: RecordSource) => WriteReferred;

/** Makes the `CompileReferred` of a statement. */
export const compileReferred =
  (statement: Statement, select: CompileSelection): CompileReferred =>
  ({ selections }, path, source) => {
    const found = new Map(
      Array.from(selections, ([nsid, selection]) => {
        const { level, uri } = referredLevel(statement, source, path, nsid);
        return [String(nsid), { level, uri, write: select(selection, level.own) }] as const;
      })
    );
    return (result, row, uri) => {
      const collection = found.get(uri.split("/")[3] ?? "");
      const record = collection && result.findByText(collection.level.index, rowNumber(row), collection.uri, uri);
      return record ? collection.write(result, record) : "null";
    };
  };

/** Compiles a top-level property that refers to other records. */
export const compileResolved = (field: Resolved, source: RecordSource, referred: CompileReferred): Write<Row> => {
  const { property, many } = field;
  const write = referred(field, many ? [property, 0] : [property], source);
  const column = many ? undefined : referenceColumn(source.table, [property]);
  if (column) return writeOnly(source.level.column(source, `t.${column.sql}`), write);
  const value = source.level.column(source, "t.value");
  const one = (result: ResultRows, row: Row, reference: Json | undefined): string => {
    const uri = referenceUri(reference);
    return uri === null ? "null" : write(result, row, uri);
  };
  return (result, row) => {
    const stored = propertyAt(result.json(row, value), [property]);
    if (!many) return one(result, row, stored);
    if (!Array.isArray(stored)) return "null";
    return writeList<Json>(result, stored, (_, item) => one(result, row, item));
  };
};

const writeOnly =
  (slot: Slot, write: WriteReferred): Write<Row> =>
  (result, row) => {
    const uri = textAt(row, slot);
    return uri === null ? "null" : write(result, row, uri);
  };

/** Returns the fields of a shape that follow references, each with its path. */
export const resolvedIn = (
  shape: Shape,
  path: LinkPath
): ReadonlyArray<{ readonly field: Resolved; readonly path: LinkPath }> => {
  if (shape._tag === "ListShape") return resolvedIn(shape.item, [...path, 0]);
  const members =
    shape._tag === "ObjectShape"
      ? shape.members
      : shape._tag === "UnionShape"
        ? Array.from(new Set(shape.variants.values())).flat()
        : [];
  return members.flatMap((member) => {
    if (member._tag === "ObjectTypename") return [];
    const at = [...path, member.property];
    if (member._tag === "ObjectProperty") return resolvedIn(member.shape, at);
    return [{ field: member, path: member.many ? [...at, 0 as const] : at }];
  });
};
