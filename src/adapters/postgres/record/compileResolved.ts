import type { Json } from "../../../domain/record/Json.ts";
import { propertyAt } from "../../../domain/record/propertyAt.ts";
import type { Resolved, Shape } from "../../../domain/record/RecordQuery.ts";
import { referenceUri } from "../../../domain/record/referenceUri.ts";
import { type AnswerRows, type Row, rowNumber, textAt } from "./AnswerRows.ts";
import type { CompileSelection } from "./compilePage.ts";
import type { Slot, Source } from "./Level.ts";
import type { LinkPath } from "./referenceLinks.ts";
import { referenceColumn, referredLevel } from "./referredLevel.ts";
import type { Statement } from "./Statement.ts";
import { writeList } from "./writeList.ts";
import type { Write } from "./writeObject.ts";

/** Writes what is asked of the record at an address that a row refers to. */
export type WriteReferred = (answer: AnswerRows, row: Row, uri: string) => string;

/** Takes the records that a source's references at a path lead to, and writes what is asked of them. */
export type CompileReferred = (asked: Resolved, path: LinkPath, source: Source) => WriteReferred;

export const compileReferred =
  (statement: Statement, select: CompileSelection): CompileReferred =>
  ({ selections }, path, source) => {
    const found = new Map(
      Array.from(selections, ([nsid, selection]) => {
        const { level, uri } = referredLevel(statement, source, path, nsid);
        return [String(nsid), { level, uri, write: select(selection, level.own) }] as const;
      })
    );
    return (answer, row, uri) => {
      const collection = found.get(uri.split("/")[3] ?? "");
      const record = collection && answer.named(collection.level.index, rowNumber(row), collection.uri, uri);
      return record ? collection.write(answer, record) : "null";
    };
  };

/** A property of the record itself that leads to others. */
export const compileResolved = (asked: Resolved, source: Source, referred: CompileReferred): Write<Row> => {
  const { property, many } = asked;
  const write = referred(asked, many ? [property, 0] : [property], source);
  const column = many ? undefined : referenceColumn(source.table, [property]);
  if (column) return writeOnly(source.level.column(source, `t.${column.sql}`), write);
  const value = source.level.column(source, "t.value");
  const one = (answer: AnswerRows, row: Row, reference: Json | undefined): string => {
    const uri = referenceUri(reference);
    return uri === null ? "null" : write(answer, row, uri);
  };
  return (answer, row) => {
    const stored = propertyAt(answer.json(row, value), [property]);
    if (!many) return one(answer, row, stored);
    if (!Array.isArray(stored)) return "null";
    return writeList<Json>(answer, stored, (_, item) => one(answer, row, item));
  };
};

const writeOnly =
  (slot: Slot, write: WriteReferred): Write<Row> =>
  (answer, row) => {
    const uri = textAt(row, slot);
    return uri === null ? "null" : write(answer, row, uri);
  };

/** What is asked of the references in a value of a shape, and where each is. */
export const resolvedIn = (
  shape: Shape,
  path: LinkPath
): ReadonlyArray<{ readonly asked: Resolved; readonly path: LinkPath }> => {
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
    return [{ asked: member, path: member.many ? [...at, 0 as const] : at }];
  });
};
