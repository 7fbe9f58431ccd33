import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { sha256Base64Url } from "../crypto/sha256.ts";
import { operandType } from "./operandValue.ts";
import type { Operand, SortKey } from "./RecordQuery.ts";

/**
 * What a cursor says: the sort values of a row and its uri. An instant is in microseconds since 1970;
 * null where the row has no value.
 */
export interface CursorPosition {
  readonly values: ReadonlyArray<string | number | boolean | null>;
  readonly uri: string;
}

/** A cursor that does not decode, or was made for another order. */
export class BadCursor extends Schema.TaggedError<BadCursor>()("BadCursor", {
  reason: Schema.Literal("malformed", "other-sort")
}) {}

const operandName = (operand: Operand): string =>
  operand._tag === "MetaOperand" ? operand.meta : `.${operand.path.join(".")}:${operand.type}`;

/** Eight characters that stand for an order, so that a cursor of another order is told apart. */
export const sortFingerprint = (sort: ReadonlyArray<SortKey>): string =>
  sha256Base64Url(JSON.stringify(sort.map((key) => [operandName(key.operand), key.direction]))).slice(0, 8);

type Value = CursorPosition["values"][number];

type Encoded = readonly [fingerprint: string, uri: string, ...values: ReadonlyArray<Value>];

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** By hand, and not by a schema, which takes as long as all the rest of planning a page. */
const isEncoded = (given: unknown): given is Encoded =>
  Array.isArray(given) && typeof given[0] === "string" && typeof given[1] === "string" && given.every(isValue);

const parsed = (text: string): Either.Either<unknown, unknown> => Either.try((): unknown => JSON.parse(text));

/** What the cursor of a row says, before it is made opaque: JSON of `[fingerprint, uri, ...values]`. */
export const cursorText = (fingerprint: string, { uri, values }: CursorPosition): string =>
  JSON.stringify([fingerprint, uri, ...values]);

/** Writes the cursor of a row: base64url of its text. */
export const encodeCursor = (fingerprint: string, position: CursorPosition): string =>
  Encoding.encodeBase64Url(cursorText(fingerprint, position));

const fits = ({ operand }: SortKey, value: Value | undefined): boolean => {
  if (value === null) return true;
  const type = operandType(operand);
  return type === "integer" || type === "instant" ? Number.isInteger(value) : typeof value === type;
};

/** Makes what reads the cursors of an order, once for all of them. */
export const cursorDecoder = (
  sort: ReadonlyArray<SortKey>
): ((cursor: string) => Either.Either<CursorPosition, BadCursor>) => {
  const own = sortFingerprint(sort);
  return (cursor) =>
    Encoding.decodeBase64UrlString(cursor).pipe(
      Either.flatMap(parsed),
      Either.filterOrLeft(isEncoded, () => null),
      Either.mapLeft(() => new BadCursor({ reason: "malformed" })),
      Either.filterOrLeft(
        ([fingerprint]) => fingerprint === own,
        () => new BadCursor({ reason: "other-sort" })
      ),
      Either.map(([, uri, ...values]) => ({ uri, values })),
      Either.filterOrLeft(
        ({ values }) => values.length === sort.length && sort.every((key, at) => fits(key, values[at])),
        () => new BadCursor({ reason: "malformed" })
      )
    );
};
