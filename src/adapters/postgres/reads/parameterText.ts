import type { Scalar } from "../../../domain/record/value/scalarValue.ts";

const element = (value: Scalar): string =>
  typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value);

/** A value as the server reads it; several as an array literal (PostgreSQL, "Array Input and Output Syntax"). */
export const parameterText = (value: Scalar | ReadonlyArray<Scalar>): string =>
  typeof value === "object" ? `{${value.map(element).join(",")}}` : String(value);
