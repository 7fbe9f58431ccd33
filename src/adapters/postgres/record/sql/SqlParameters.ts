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

/** Larger than any instant and any integer of a record, and within `bigint`. */
const limit = 2 ** 62;

const stored = (value: Scalar): Scalar => {
  if (typeof value === "number") return Math.max(-limit, Math.min(limit, value));
  return typeof value === "string" ? toStoredText(value) : value;
};

const one: Bind = (parameters, parameter) => stored(scalarParameter(parameters, parameter));
const many: Bind = (parameters, parameter) => listParameter(parameters, parameter).map(stored);
const folded: Bind = (parameters, parameter) => toStoredText(foldCase(textParameter(parameters, parameter)));

/** The numbered parameters of a statement. Each is a parameter of the query in one SQL type. */
export class SqlParameters {
  readonly #binds = new Map<string, (parameters: Parameters) => Bound>();

  /** Adds a value that is compared with operands of a type, and returns its placeholder. */
  value(parameter: Parameter, type: OperandType): string {
    return this.#add(parameter, sqlTypes[type], one);
  }

  /** Adds a list of such values. */
  values(parameter: Parameter, type: OperandType): string {
    return this.#add(parameter, `${sqlTypes[type]}[]`, many);
  }

  /** Adds a text that is searched for in case-folded texts. */
  folded(parameter: Parameter): string {
    return this.#add(parameter, "text", folded, "folded");
  }

  /** Adds rows that are written from a list of texts. They are sent as JSON. */
  rows(parameter: Parameter, written: (texts: ReadonlyArray<Scalar>) => string): string {
    return this.#add(parameter, "json", (parameters) => written(listParameter(parameters, parameter)));
  }

  /** Adds the number of rows of a page. */
  take(parameter: Parameter): string {
    return this.#add(parameter, "integer", pageSizeParameter);
  }

  /** Returns the values to send with the statement for the parameters of one query. */
  bind(parameters: Parameters): ReadonlyArray<Bound> {
    const bound: Array<Bound> = [];
    for (const bind of this.#binds.values()) bound.push(bind(parameters));
    return bound;
  }

  #add(parameter: Parameter, type: string, bind: Bind, form = type): string {
    const key = `${parameter.index} ${form}`;
    if (!this.#binds.has(key)) this.#binds.set(key, (parameters) => bind(parameters, parameter));
    return `$${Array.from(this.#binds.keys()).indexOf(key) + 1}::${type}`;
  }
}
