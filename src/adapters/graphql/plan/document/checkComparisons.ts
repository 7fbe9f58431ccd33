import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode
} from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import type { PlanError } from "../PlanError.ts";

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** What selections ask of one object. */
class SelectionLevel {
  /** The fields by the name that they have in the answer. */
  readonly fields = new Map<string, Array<FieldNode>>();
  /** Names of the fragments that are spread. */
  readonly spread = new Set<string>();
  /** How many fragments are spread next to another one, each time in another fragment or field. */
  #siblings = 0;
  /** How many fields, inline fragments and spreads there are. */
  #selections = 0;
  readonly #fragments: Fragments;

  constructor(selectionSets: ReadonlyArray<SelectionSetNode>, fragments: Fragments) {
    this.#fragments = fragments;
    for (const selectionSet of selectionSets) this.#visit(selectionSet, new Set());
  }

  /** Comparisons but for those of fields under one name: each fragment with the fields and fragments of each other one. */
  get comparisons(): number {
    return this.#selections + this.spread.size * (this.fields.size + this.#siblings);
  }

  /** `own`: what the fragment, or the field, that the selections are of has spread already. */
  #visit({ selections }: SelectionSetNode, own: Set<string>): void {
    this.#selections += selections.length;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) this.#add(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) this.#visit(selection.selectionSet, own);
      else this.#enter(selection.name.value, own);
    }
  }

  #add(field: FieldNode): void {
    const name = (field.alias ?? field.name).value;
    const others = this.fields.get(name);
    if (others === undefined) this.fields.set(name, [field]);
    else others.push(field);
  }

  #enter(name: string, own: Set<string>): void {
    if (own.size > 0 && !own.has(name)) this.#siblings += 1;
    own.add(name);
    if (this.spread.has(name)) return;
    this.spread.add(name);
    const fragment = this.#fragments.get(name);
    if (fragment !== undefined) this.#visit(fragment.selectionSet, new Set());
  }
}

/** Why a document is refused: the name that an object is asked for too often, or the comparisons in all. */
type Excess = { readonly _tag: "Repeated"; readonly name: string } | { readonly _tag: "Compared" };

/**
 * Counts comparisons over all definitions of one document, and stops at the limit, so that counting costs no more than
 * the limit either.
 */
class Counting {
  readonly #fragments: Fragments;
  readonly #limits: Limits;
  readonly #reached = new Set<string>();
  #comparisons = 0;
  /** Fields that the definition may still have. */
  #left = 0;

  constructor(fragments: Fragments, limits: Limits) {
    this.#fragments = fragments;
    this.#limits = limits;
  }

  /** What is too much in a definition, with those that were counted before; null when nothing is. */
  excessOf(definition: DefinitionNode): Excess | null {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && this.#reached.has(definition.name.value)) return null;
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) return null;
    this.#left = this.#limits.fields;
    return this.#within([definition.selectionSet], 0);
  }

  #within(selectionSets: ReadonlyArray<SelectionSetNode>, depth: number): Excess | null {
    const level = new SelectionLevel(selectionSets, this.#fragments);
    for (const name of level.spread) this.#reached.add(name);
    this.#comparisons += level.comparisons;
    if (this.#comparisons > this.#limits.comparisons) return { _tag: "Compared" };
    for (const [name, nodes] of level.fields) {
      if (nodes.length > this.#limits.repeats) return { _tag: "Repeated", name };
      this.#comparisons += (nodes.length * (nodes.length - 1)) / 2;
      if (this.#comparisons > this.#limits.comparisons) return { _tag: "Compared" };
      this.#left -= nodes.length;
      // More than that only a fragment in itself has, which validation names.
      if (this.#left < 0 || depth > this.#limits.depth) return null;
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const found = below.length === 0 ? null : this.#within(below, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }
}

const messageOf = (excess: Excess, { comparisons, repeats }: Limits): string =>
  excess._tag === "Repeated"
    ? `The document asks for ${excess.name} of one object more than ${repeats} times. Write it once, or in a fragment.`
    : `Validating the document takes more than ${comparisons} comparisons of fields. Merge copies of a selection, spread fewer fragments in one selection, or send each operation as a document of its own.`;

/**
 * Estimates, before a document is validated, how many fields "Field Selection Merging" compares (GraphQL specification,
 * section 5.3.2): each selection wherever a fragment brings it, each field with each under one name of one object, and
 * the fields of fragments with those around them. Outside of arguments, that is what takes validation longer than in
 * proportion to the tokens. Expects a document within the limits of `checkLimits`.
 */
export const checkComparisons = ({ definitions }: DocumentNode, limits: Limits): ReadonlyArray<PlanError> => {
  const fragments: Fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))
  );
  const counting = new Counting(fragments, limits);
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  // What no operation spreads is validated, too.
  for (const definition of [...operations, ...fragments.values()]) {
    const excess = counting.excessOf(definition);
    if (excess !== null) return [{ message: messageOf(excess, limits), extensions: errorExtensions("FIELD_LIMIT") }];
  }
  return [];
};
