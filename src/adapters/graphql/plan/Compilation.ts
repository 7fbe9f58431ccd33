import type { FieldNode, FragmentDefinitionNode } from "graphql";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Parameter, ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";
import type { PlanError, PlanErrorCode } from "./PlanError.ts";
import type { RequestValues } from "./values/RequestValues.ts";

/** A value of a run, or the reason there is none. */
export type Outcome<A> = { readonly value: A } | { readonly refused: string };

/** Where the value of a parameter comes from in a run. */
export interface ParameterSource {
  readonly read: (run: RequestValues) => Outcome<ParameterValue>;
  readonly field: FieldNode;
  readonly root: string;
}

/** How many parts the conditions and orders of one operation may have, and how many parts and tables are left. */
interface Budget {
  readonly conditions: number;
  left: number;
  tables: number;
}

/**
 * One operation being compiled for one shape of its variables. It gathers the parameters, what else about the
 * variables the result depends on, and all errors there are.
 */
export class Compilation {
  readonly api: ApiSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly run: RequestValues;
  readonly sources: Array<ParameterSource> = [];
  readonly conditions: Array<(run: RequestValues) => boolean>;
  readonly errors: Array<PlanError>;
  /** Of fields that are null in the answer, while the rest is answered. */
  readonly fieldErrors: Array<PlanError>;
  readonly #budget: Budget;
  /** The root field that is being compiled: the path of its errors. */
  root: string;

  constructor(
    api: ApiSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    run: RequestValues,
    budget: Budget,
    parent?: Compilation
  ) {
    this.api = api;
    this.fragments = fragments;
    this.run = run;
    this.#budget = budget;
    this.conditions = parent?.conditions ?? [];
    this.errors = parent?.errors ?? [];
    this.fieldErrors = parent?.fieldErrors ?? [];
    this.root = parent?.root ?? "";
  }

  /** A part whose parameters are numbered by themselves. */
  nested(): Compilation {
    return new Compilation(this.api, this.fragments, this.run, this.#budget, this);
  }

  /** A parameter whose value is read anew in every run. */
  parameter(field: FieldNode, read: ParameterSource["read"]): Parameter {
    this.sources.push({ read, field, root: this.root });
    return { _tag: "Parameter", index: this.sources.length - 1 };
  }

  /** What `read` gives now; the result holds for those runs only in which it gives the same. */
  pinned<A extends string | number | boolean | null>(read: (run: RequestValues) => A): A {
    const value = read(this.run);
    this.conditions.push((run) => read(run) === value);
    return value;
  }

  /** Takes up the room of one part of a condition or an order; false, and refused once, when there is none left. */
  takeCondition(field: FieldNode): boolean {
    this.#budget.left -= 1;
    if (this.#budget.left === -1) {
      const message = `where and sortBy have more than ${this.#budget.conditions} parts in this operation.`;
      this.refuse(field, message, "CONDITION_LIMIT");
    }
    return this.#budget.left >= 0;
  }

  /**
   * Takes up the room of the tables that a reference may lead into; false when there was none left before. So an
   * operation that asks for too many is still compiled to a cost that is refused, and no further.
   */
  takeTables(tables: number): boolean {
    const isLeft = this.#budget.tables >= 0;
    this.#budget.tables -= tables;
    return isLeft;
  }

  /** There was more than is allowed: nothing that is compiled from here on is kept. */
  get isExhausted(): boolean {
    return this.#budget.left < 0;
  }

  /** Makes a nullable field null wherever it is in the answer. Its error has a location, and no path: there are many. */
  nullify(field: FieldNode, message: string): void {
    this.fieldErrors.push({ message, locations: locationsOf(field), extensions: errorExtensions("BAD_USER_INPUT") });
  }

  refuse(field: FieldNode, message: string, code: PlanErrorCode = "BAD_USER_INPUT"): void {
    this.errors.push(fieldError(field, this.root, message, code));
  }
}

/** The place of a field in its document. */
const locationsOf = (field: FieldNode) => {
  const { line, column } = field.loc?.startToken ?? { line: 1, column: 1 };
  return [{ line, column }];
};

/** An error of an argument, at the place of its field. */
export const fieldError = (
  field: FieldNode,
  root: string,
  message: string,
  code: PlanErrorCode = "BAD_USER_INPUT"
): PlanError => ({ message, locations: locationsOf(field), path: [root], extensions: errorExtensions(code) });
