import type { FieldNode, FragmentDefinitionNode } from "graphql";
import type { Parameter, ParameterValue } from "../../../domain/record/RecordQuery.ts";
import type { ApiSchema } from "../schema/ApiSchema.ts";
import type { PlanError, PlanErrorCode } from "./PlanError.ts";
import type { Run } from "./Run.ts";

/** A value of a run, or the reason there is none. */
export type Outcome<A> = { readonly value: A } | { readonly refused: string };

/** Where the value of a parameter comes from in a run. */
export interface ParameterSource {
  readonly read: (run: Run) => Outcome<ParameterValue>;
  readonly field: FieldNode;
  readonly root: string;
}

/** How many parts the conditions and orders of one operation may have, and how many parts and tables are left. */
export interface Allowance {
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
  readonly run: Run;
  readonly sources: Array<ParameterSource> = [];
  readonly conditions: Array<(run: Run) => boolean>;
  readonly errors: Array<PlanError>;
  /** Of fields that are null in the answer, while the rest is answered. */
  readonly fieldErrors: Array<PlanError>;
  readonly #allowance: Allowance;
  /** The root field that is being compiled: the path of its errors. */
  root: string;

  constructor(
    api: ApiSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    run: Run,
    allowance: Allowance,
    parent?: Compilation
  ) {
    this.api = api;
    this.fragments = fragments;
    this.run = run;
    this.#allowance = allowance;
    this.conditions = parent?.conditions ?? [];
    this.errors = parent?.errors ?? [];
    this.fieldErrors = parent?.fieldErrors ?? [];
    this.root = parent?.root ?? "";
  }

  /** A part whose parameters are numbered by themselves. */
  nested(): Compilation {
    return new Compilation(this.api, this.fragments, this.run, this.#allowance, this);
  }

  /** A parameter whose value is read anew in every run. */
  parameter(field: FieldNode, read: ParameterSource["read"]): Parameter {
    this.sources.push({ read, field, root: this.root });
    return { _tag: "Parameter", index: this.sources.length - 1 };
  }

  /** What `read` gives now; the result holds for those runs only in which it gives the same. */
  pinned<A extends string | number | boolean | null>(read: (run: Run) => A): A {
    const value = read(this.run);
    this.conditions.push((run) => read(run) === value);
    return value;
  }

  /** Takes up the room of one part of a condition or an order; false, and refused once, when there is none left. */
  admit(field: FieldNode): boolean {
    this.#allowance.left -= 1;
    if (this.#allowance.left === -1) {
      const message = `where and sortBy have more than ${this.#allowance.conditions} parts in this operation.`;
      this.refuse(field, message, "CONDITION_LIMIT");
    }
    return this.#allowance.left >= 0;
  }

  /**
   * Takes up the room of the tables that a reference may lead into; false when there was none left before. So an
   * operation that asks for too many is still compiled to a cost that is refused, and no further.
   */
  admitTables(tables: number): boolean {
    const isLeft = this.#allowance.tables >= 0;
    this.#allowance.tables -= tables;
    return isLeft;
  }

  /** There was more than is allowed: nothing that is compiled from here on is kept. */
  get exhausted(): boolean {
    return this.#allowance.left < 0;
  }

  /** Makes a nullable field null wherever it is in the answer. Its error has a location, and no path: there are many. */
  nullify(field: FieldNode, message: string): void {
    this.fieldErrors.push({ message, locations: locationsOf(field), extensions: { code: "BAD_USER_INPUT" } });
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
): PlanError => ({ message, locations: locationsOf(field), path: [root], extensions: { code } });
