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
 * What a cursor says: the sort values of a row and its uri. An instant is in microseconds since 1970;
 * null where the row has no value.
 */
export interface CursorPosition {
  readonly values: ReadonlyArray<Scalar | null>;
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

/** As JSON has no bigint, an instant beyond 2^53 is written as a text of digits. */
type Written = Exclude<Value, bigint>;

type Encoded = readonly [fingerprint: string, uri: string, ...values: ReadonlyArray<Written>];

const written = (value: Value): Written => (typeof value === "bigint" ? String(value) : value);

const isValue = (value: unknown): value is Written =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** By hand, and not by a schema, which takes as long as all the rest of planning a page. */
const isEncoded = (given: unknown): given is Encoded =>
  Array.isArray(given) && typeof given[0] === "string" && typeof given[1] === "string" && given.every(isValue);

const parsed = (text: string): Either.Either<unknown, unknown> => Either.try((): unknown => JSON.parse(text));

/** What the cursor of a row says, before it is made opaque: JSON of `[fingerprint, uri, ...values]`. */
export const cursorText = (fingerprint: string, { uri, values }: CursorPosition): string =>
  JSON.stringify([fingerprint, uri, ...values.map(written)]);

/** Writes the cursor of a row: base64url of its text. */
export const encodeCursor = (fingerprint: string, position: CursorPosition): string =>
  Encoding.encodeBase64Url(cursorText(fingerprint, position));

/** No instant has more digits. */
const wideInstant = /^-?\d{16,18}$/;

/** The value of a key, undefined where what is written is none of its type. */
const readKey = ({ operand }: SortKey, value: Written | undefined): Value | undefined => {
  if (value === null) return null;
  const type = operandType(operand);
  if (type === "instant" && typeof value === "string")
    return wideInstant.test(value) ? toInstant(BigInt(value)) : undefined;
  return fits(type, value) ? value : undefined;
};

/** Links and bytes are written as text. */
const fits = (type: OperandType, value: Written | undefined): boolean => {
  if (type === "integer" || type === "instant") return Number.isInteger(value);
  return typeof value === (type === "boolean" ? "boolean" : "string");
};

const isPresent = (value: Value | undefined): value is Value => value !== undefined;

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
      Either.flatMap(([, uri, ...given]) => {
        const values = sort.map((key, at) => readKey(key, given[at])).filter(isPresent);
        return values.length === sort.length && given.length === sort.length
          ? Either.right({ uri, values })
          : Either.left(new BadCursor({ reason: "malformed" }));
      })
    );
};
