import { foldCase } from "../../../../domain/record/query/foldCase.ts";
import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import type { Parameter, ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import {
  listParameter,
  pageSizeParameter,
  scalarParameter,
  textParameter
} from "../../../../domain/record/query/readParameter.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { toStoredText } from "./storedText.ts";

type Parameters = ReadonlyArray<ParameterValue>;
type Bound = Scalar | ReadonlyArray<Scalar>;
type Bind = (parameters: Parameters, parameter: Parameter) => Bound;

const sqlTypes: Readonly<Record<OperandType, string>> = {
  string: "text",
  instant: "bigint",
  integer: "bigint",
  boolean: "boolean",
  link: "text",
  bytes: "text"
};

/** Beyond any instant and any integer that a record holds, and within `bigint`. */
const limit = 2 ** 62;

const stored = (value: Scalar): Scalar => {
  if (typeof value === "number") return Math.max(-limit, Math.min(limit, value));
  return typeof value === "string" ? toStoredText(value) : value;
};

const one: Bind = (parameters, parameter) => stored(scalarParameter(parameters, parameter));
const many: Bind = (parameters, parameter) => listParameter(parameters, parameter).map(stored);
const folded: Bind = (parameters, parameter) => toStoredText(foldCase(textParameter(parameters, parameter)));

/** The numbered parameters of a statement: which of a query's each one is, and in which form. */
export class SqlParameters {
  readonly #binds = new Map<string, (parameters: Parameters) => Bound>();

  /** A value to compare with operands of a type. */
  value(parameter: Parameter, type: OperandType): string {
    return this.#place(parameter, sqlTypes[type], one);
  }

  /** A list of such values. */
  values(parameter: Parameter, type: OperandType): string {
    return this.#place(parameter, `${sqlTypes[type]}[]`, many);
  }

  /** A text to look for in folded ones. */
  folded(parameter: Parameter): string {
    return this.#place(parameter, "text", folded, "folded");
  }

  /** The number of rows to take. */
  take(parameter: Parameter): string {
    return this.#place(parameter, "integer", pageSizeParameter);
  }

  /** What is sent with the statement for the parameters of one query. */
  bind(parameters: Parameters): ReadonlyArray<Bound> {
    const bound: Array<Bound> = [];
    for (const bind of this.#binds.values()) bound.push(bind(parameters));
    return bound;
  }

  #place(parameter: Parameter, type: string, bind: Bind, form = type): string {
    const key = `${parameter.index} ${form}`;
    if (!this.#binds.has(key)) this.#binds.set(key, (parameters) => bind(parameters, parameter));
    return `$${Array.from(this.#binds.keys()).indexOf(key) + 1}::${type}`;
  }
}
