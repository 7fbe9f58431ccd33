import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type { Field, Shape } from "../../../../domain/record/query/RecordQuery.ts";
import { applyShape, type Resolve } from "../../../../domain/record/shape/applyShape.ts";
import { containsBlobUrl } from "../../../../domain/record/shape/containsBlobUrl.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { fromByteText, toByteText } from "../../reads/byteText.ts";
import { isoText } from "../result/isoText.ts";
import { bytesAt, type Row, textAt } from "../result/ResultRows.ts";
import type { Write } from "../result/writeJson.ts";
import { columnSql, metaSql, pdsSql } from "../sql/operandSql.ts";
import { fromStoredText } from "../sql/storedText.ts";
import { facets } from "../table/StoredProperty.ts";
import { type CompileReferred, resolvedIn } from "./compileResolved.ts";
import type { RecordSource, Slot } from "./Level.ts";

type MetaField = Extract<Field, { readonly _tag: "MetaField" }>;
type PropertyField = Extract<Field, { readonly _tag: "PropertyField" }>;

const column = (source: RecordSource, sql: string): Slot => source.level.column(source, sql);

/** Writes a value whose text is JSON already: a number, a boolean, a record. */
const raw =
  (slot: Slot): Write<Row> =>
  (_, row) =>
    bytesAt(row, slot) ?? "null";

/** Writes text that needs no escapes: identifiers and datetimes are ASCII without quotes. */
export const plainText =
  (slot: Slot): Write<Row> =>
  (_, row) => {
    const text = bytesAt(row, slot);
    return text === null ? "null" : `"${text}"`;
  };

/** Writes any text. */
export const quoted =
  (slot: Slot): Write<Row> =>
  (_, row) => {
    const text = bytesAt(row, slot);
    return text === null ? "null" : JSON.stringify(fromStoredText(text));
  };

const dated =
  (slot: Slot): Write<Row> =>
  (_, row) =>
    `"${isoText(bytesAt(row, slot))}"`;

/** Compiles a field that every record has, such as its URI. */
export const compileMeta = ({ meta }: MetaField, source: RecordSource): Write<Row> => {
  const slot = column(source, metaSql(source.table, meta).sql);
  return meta === "indexedAt" ? dated(slot) : plainText(slot);
};

/** Compiles a property. A scalar is read from its column, if it has one; anything else is taken from the record. */
export const compileProperty = (
  { property, shape }: PropertyField,
  source: RecordSource,
  blobUrl: BlobUrl,
  referred: CompileReferred
): Write<Row> => {
  const written = shape._tag === "ScalarShape" ? scalarColumn(source, property, shape.type) : undefined;
  if (written) return written;
  const value = column(source, "t.value");
  const author = column(source, "t.did");
  const pds = containsBlobUrl(shape) ? column(source, pdsSql) : null;
  const records = new Map(
    resolvedIn(shape, [property]).map(({ field, path }) => [field, referred(field, path, source)] as const)
  );
  return (result, row) => {
    const resolve: Resolve = (uri, field) => JSON.parse(fromByteText(records.get(field)?.(result, row, uri) || "null"));
    const context = {
      did: textAt(row, author) ?? "",
      pds: pds === null ? null : textAt(row, pds),
      blobUrl,
      resolve,
      room: { left: result.maxLength }
    };
    const shaped = applyShape(propertyAt(result.json(row, value), [property]), shape, context);
    return result.takes(result.maxLength - context.room.left) ? toByteText(JSON.stringify(shaped)) : "";
  };
};

/** Compiles the complete record. */
export const compileValue = (source: RecordSource): Write<Row> => raw(column(source, "t.value"));

const scalarColumn = (
  source: RecordSource,
  property: string,
  type: Extract<Shape, { readonly _tag: "ScalarShape" }>["type"]
): Write<Row> | undefined => {
  const sql = columnSql(source.table, property, type === "instant" ? "d" : facets[type][0]);
  if (sql === undefined) return undefined;
  const slot = column(source, sql);
  if (type === "string") return quoted(slot);
  return type === "instant" ? plainText(slot) : raw(slot);
};
