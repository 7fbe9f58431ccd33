import * as Option from "effect/Option";
import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import { instant } from "../../../../domain/record/value/instant.ts";
import { type Scalar, withoutPadding } from "../../../../domain/record/value/scalarValue.ts";
import type { Outcome } from "../Compilation.ts";

/** Converts an argument to a value that can be compared with an operand of a type. */
export const comparable = (value: unknown, type: OperandType): Outcome<Scalar> => {
  switch (type) {
    case "string":
    case "link":
      return typeof value === "string" ? { value } : { refused: "must be a text" };
    case "bytes":
      return typeof value === "string" ? { value: withoutPadding(value) } : { refused: "must be base64" };
    case "boolean":
      return typeof value === "boolean" ? { value } : { refused: "must be true or false" };
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value)
        ? { value }
        : { refused: "must be an integer of at most 53 bits" };
    case "instant": {
      const read = typeof value === "string" ? instant(value) : Option.none();
      return Option.match(read, {
        onNone: () => ({ refused: "must be a datetime with a zone, such as 2026-01-31T12:00:00Z" }),
        onSome: (microseconds) => ({ value: microseconds })
      });
    }
  }
};

/** Converts a list argument in the same way. */
export const comparables = (values: unknown, type: OperandType): Outcome<ReadonlyArray<Scalar>> => {
  const list: ReadonlyArray<unknown> = Array.isArray(values) ? values : [values];
  const read = list.map((value) => comparable(value, type));
  const refused = read.find((outcome) => "refused" in outcome);
  return refused ?? { value: read.flatMap((outcome) => ("value" in outcome ? [outcome.value] : [])) };
};
