import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isInputType,
  type OperationDefinitionNode,
  typeFromAST
} from "graphql";
import { LRUCache } from "lru-cache";
import type { Compilation, ParameterSource } from "./Compilation.ts";
import type { Limits } from "./Limits.ts";
import type { CompiledStep } from "./mutation/compileMutation.ts";
import type { PlanError } from "./PlanError.ts";
import type { CompiledQueryOperation } from "./query/compileQueryOperation.ts";
import type { CompiledSubscription } from "./subscription/compileSubscription.ts";
import type { RequestValues } from "./values/RequestValues.ts";
import { type ShapeOf, shapeOf } from "./values/variableShape.ts";
import { weigh } from "./weigh.ts";

/** An operation compiled for some runs: those of one shape of variables for which all `conditions` hold. */
export interface Variant {
  readonly conditions: ReadonlyArray<(run: RequestValues) => boolean>;
  readonly sources: ReadonlyArray<ParameterSource>;
  /** Of fields that are null in every answer. */
  readonly fieldErrors: ReadonlyArray<PlanError>;
  readonly compiled:
    | { readonly kind: "query"; readonly query: CompiledQueryOperation }
    | { readonly kind: "mutation"; readonly steps: ReadonlyArray<CompiledStep> }
    | { readonly kind: "subscription"; readonly subscription: CompiledSubscription };
}

/** The most variants of one shape: each differs by a preset, or by which values a cursor has. */
const variantsPerShape = 8;

/** What even the smallest variant takes. */
const minWeight = 500;

/** In characters of JSON, of which each takes some 14 bytes: filters, selections and the statement made of them. */
const weightOf = ({ compiled }: Variant): number => {
  switch (compiled.kind) {
    case "query":
      return minWeight + weigh(compiled.query.query);
    case "mutation":
      return minWeight + weigh(compiled.steps.map(({ query }) => query));
    case "subscription":
      return minWeight + weigh(compiled.subscription);
  }
};

/** A valid operation and what was compiled of it. */
export class PreparedOperation {
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #shapes: ReadonlyArray<readonly [string, ShapeOf]>;
  readonly #variants: LRUCache<string, ReadonlyArray<Variant>>;

  constructor(
    schema: GraphQLSchema,
    node: OperationDefinitionNode,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    { cachedForms }: Limits
  ) {
    this.node = node;
    this.fragments = fragments;
    this.#variants = new LRUCache({ maxSize: cachedForms });
    this.#shapes = (node.variableDefinitions ?? []).map(({ variable, type }) => {
      const input = typeFromAST(schema, type);
      return [variable.name.value, isInputType(input) ? shapeOf(input) : () => "-"];
    });
  }

  /** What its compiled forms take. */
  get weight(): number {
    return this.#variants.calculatedSize;
  }

  shape({ variables, viewerDid }: RequestValues): string {
    const shapes = this.#shapes.map(([name, of]) => of(variables[name]));
    return `${viewerDid === null ? "0" : "1"}${shapes.join(";")}`;
  }

  find(shape: string, run: RequestValues): Variant | undefined {
    return this.#variants.get(shape)?.find(({ conditions }) => conditions.every((holds) => holds(run)));
  }

  addVariant(shape: string, { conditions, fieldErrors, sources }: Compilation, compiled: Variant["compiled"]): Variant {
    const variant: Variant = { conditions, fieldErrors, sources, compiled };
    const others = this.#variants.get(shape) ?? [];
    const variants = [variant, ...others].slice(0, variantsPerShape);
    const size = shape.length + variants.map(weightOf).reduce((sum, weight) => sum + weight, 0);
    this.#variants.set(shape, variants, { size });
    return variant;
  }
}
