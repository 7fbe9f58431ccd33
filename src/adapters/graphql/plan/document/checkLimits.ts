import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode
} from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import type { PlanError, PlanErrorCode } from "../PlanError.ts";

/** What a selection amounts to, fragments included. */
interface Measure {
  readonly depth: number;
  /** Aliased fields at its own level. */
  readonly aliases: number;
  /** The most aliased fields that any level below has. */
  readonly aliasesBelow: number;
  readonly allAliases: number;
  /** Fields that ask for the schema. */
  readonly introspections: number;
  readonly fields: number;
}

const nothing: Measure = { depth: 0, aliases: 0, aliasesBelow: 0, allAliases: 0, introspections: 0, fields: 0 };

const introspectionFields: ReadonlySet<string> = new Set(["__schema", "__type"]);

const add = (left: Measure, right: Measure): Measure => ({
  depth: Math.max(left.depth, right.depth),
  aliases: left.aliases + right.aliases,
  aliasesBelow: Math.max(left.aliasesBelow, right.aliasesBelow),
  allAliases: left.allAliases + right.allAliases,
  introspections: left.introspections + right.introspections,
  fields: left.fields + right.fields
});

const measurer = (document: DocumentNode): ((selections: SelectionSetNode) => Measure) => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const measured = new Map<string, Measure>();

  const ofFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    // A fragment that spreads itself counts nothing here; validation names it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    const measure = fragment === undefined ? nothing : ofSelections(fragment.selectionSet);
    measured.set(name, measure);
    return measure;
  };

  const ofField = ({ alias, name, selectionSet }: FieldNode): Measure => {
    const below = selectionSet === undefined ? nothing : ofSelections(selectionSet);
    const own = alias === undefined ? 0 : 1;
    return {
      // How deep introspection goes is bounded by its own rule.
      depth: name.value.startsWith("__") ? 1 : below.depth + 1,
      aliases: own,
      aliasesBelow: Math.max(below.aliases, below.aliasesBelow),
      allAliases: below.allAliases + own,
      introspections: below.introspections + (introspectionFields.has(name.value) ? 1 : 0),
      fields: below.fields + 1
    };
  };

  const ofSelection = (selection: SelectionNode): Measure => {
    if (selection.kind === Kind.FIELD) return ofField(selection);
    return selection.kind === Kind.INLINE_FRAGMENT
      ? ofSelections(selection.selectionSet)
      : ofFragment(selection.name.value);
  };

  const ofSelections = ({ selections }: SelectionSetNode): Measure => selections.map(ofSelection).reduce(add, nothing);
  return ofSelections;
};

/** Compares every operation of a document with the limits. Expects a document without syntax errors. */
export const checkLimits = (document: DocumentNode, limits: Limits): ReadonlyArray<PlanError> => {
  const measure = measurer(document);
  const exceeded = (code: PlanErrorCode, message: string): PlanError => ({
    message,
    extensions: errorExtensions(code)
  });
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { depth, aliases, aliasesBelow, allAliases, introspections, fields } = measure(definition.selectionSet);
    const mostAliases = Math.max(aliases, aliasesBelow);
    return [
      ...(depth > limits.depth
        ? [exceeded("DEPTH_LIMIT", `The operation is ${depth} fields deep: at most ${limits.depth} are allowed.`)]
        : []),
      ...(mostAliases > limits.aliases
        ? [exceeded("ALIAS_LIMIT", `A selection has ${mostAliases} aliases: at most ${limits.aliases} are allowed.`)]
        : []),
      ...(allAliases > limits.allAliases
        ? [
            exceeded(
              "ALIAS_LIMIT",
              `The operation has ${allAliases} aliases: at most ${limits.allAliases} are allowed.`
            )
          ]
        : []),
      ...(introspections > limits.introspections
        ? [
            exceeded(
              "COST_LIMIT",
              `The operation asks for the schema ${introspections} times: at most ${limits.introspections} are allowed.`
            )
          ]
        : []),
      ...(fields > limits.fields
        ? [exceeded("FIELD_LIMIT", `The operation has ${fields} fields: at most ${limits.fields} are allowed.`)]
        : [])
    ];
  });
};
