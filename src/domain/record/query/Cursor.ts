import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import { toInstant } from "../value/instant.ts";
import type { Scalar } from "../value/scalarValue.ts";
import type { OperandType } from "./OperandType.ts";
import { operandType } from "./operandValue.ts";
import type { Operand, SortKey } from "./RecordQuery.ts";

/**
 * The content of a cursor: the sort values of a row and its AT URI. An instant is in microseconds since 1970. A value
 * is null if the row has none.
 */
export interface CursorPosition {
  readonly values: ReadonlyArray<Scalar | null>;
  readonly uri: string;
}

/** A cursor cannot be decoded, or belongs to another sort order. */
export class BadCursor extends Schema.TaggedError<BadCursor>()("BadCursor", {
  reason: Schema.Literal("malformed", "other-sort")
}) {}

const operandName = (operand: Operand): string =>
  operand._tag === "MetaOperand" ? operand.meta : `.${operand.path.join(".")}:${operand.type}`;

/** Returns eight characters that identify a sort order, so that a cursor of another order is recognized. */
export const sortFingerprint = (sort: ReadonlyArray<SortKey>): string =>
  sha256Base64Url(JSON.stringify(sort.map((key) => [operandName(key.operand), key.direction]))).slice(0, 8);

type Value = CursorPosition["values"][number];

/** JSON has no bigint, so an instant beyond 2^53 is written as a string of digits. */
type Written = Exclude<Value, bigint>;

type Encoded = readonly [fingerprint: string, uri: string, ...values: ReadonlyArray<Written>];

const written = (value: Value): Written => (typeof value === "bigint" ? String(value) : value);

const isValue = (value: unknown): value is Written =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** Checked by hand: a schema takes as long as all other planning of a page. */
const isEncoded = (value: unknown): value is Encoded =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string" && value.every(isValue);

const parsed = (text: string): Either.Either<unknown, unknown> => Either.try((): unknown => JSON.parse(text));

/** Returns the plain text of a cursor before encoding: JSON of `[fingerprint, uri, ...values]`. */
export const cursorText = (fingerprint: string, { uri, values }: CursorPosition): string =>
  JSON.stringify([fingerprint, uri, ...values.map(written)]);

/** Returns the cursor of a row: its text in base64url. */
export const encodeCursor = (fingerprint: string, position: CursorPosition): string =>
  Encoding.encodeBase64Url(cursorText(fingerprint, position));

/** The longest instant has 18 digits. */
const wideInstant = /^-?\d{16,18}$/;

/** The value of a sort key; undefined if the written value does not have its type. */
const readKey = ({ operand }: SortKey, value: Written | undefined): Value | undefined => {
  if (value === null) return null;
  const type = operandType(operand);
  if (type === "instant" && typeof value === "string")
    return wideInstant.test(value) ? toInstant(BigInt(value)) : undefined;
  return fits(type, value) ? value : undefined;
};

/** Links and bytes are written as strings. */
const fits = (type: OperandType, value: Written | undefined): boolean => {
  if (type === "integer" || type === "instant") return Number.isInteger(value);
  return typeof value === (type === "boolean" ? "boolean" : "string");
};

const isPresent = (value: Value | undefined): value is Value => value !== undefined;

/** Returns a decoder for the cursors of one sort order, which have its fingerprint. */
export const cursorDecoder = (
  sort: ReadonlyArray<SortKey>,
  own = sortFingerprint(sort)
): ((cursor: string) => Either.Either<CursorPosition, BadCursor>) => {
  return (cursor) =>
    Encoding.decodeBase64UrlString(cursor).pipe(
      Either.flatMap(parsed),
      Either.filterOrLeft(isEncoded, () => null),
      Either.mapLeft(() => new BadCursor({ reason: "malformed" })),
      Either.filterOrLeft(
        ([fingerprint]) => fingerprint === own,
        () => new BadCursor({ reason: "other-sort" })
      ),
      Either.flatMap(([, uri, ...encoded]) => {
        const values = sort.map((key, at) => readKey(key, encoded[at])).filter(isPresent);
        return values.length === sort.length && encoded.length === sort.length
          ? Either.right({ uri, values })
          : Either.left(new BadCursor({ reason: "malformed" }));
      })
    );
};
