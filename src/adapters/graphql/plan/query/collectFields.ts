import { type FieldNode, type GraphQLObjectType, isAbstractType, Kind, type SelectionNode } from "graphql";
import type { Compilation } from "../Compilation.ts";

/** The fields of one object by response key, in response order. Fields with the same key are merged. */
type CollectedFields = ReadonlyMap<string, readonly [FieldNode, ...ReadonlyArray<FieldNode>]>;

const directiveHolds = (
  compilation: Compilation,
  selection: SelectionNode,
  name: string,
  otherwise: boolean
): boolean => {
  const directive = selection.directives?.find((each) => each.name.value === name);
  const condition = directive?.arguments?.find((each) => each.name.value === "if")?.value;
  if (condition?.kind === Kind.BOOLEAN) return condition.value;
  if (condition?.kind === Kind.VARIABLE) return compilation.run.variables[condition.name.value] === true;
  return otherwise;
};

const isIncluded = (compilation: Compilation, selection: SelectionNode): boolean =>
  !directiveHolds(compilation, selection, "skip", false) && directiveHolds(compilation, selection, "include", true);

const applies = (compilation: Compilation, condition: string | undefined, type: GraphQLObjectType): boolean => {
  if (condition === undefined || condition === type.name) return true;
  const named = compilation.api.schema.getType(condition);
  return isAbstractType(named) && compilation.api.schema.isSubType(named, type);
};

/** Returns the fields that selections request of an object of a type (GraphQL specification, section 6.3.2). */
export const collectFields = (
  compilation: Compilation,
  type: GraphQLObjectType,
  selections: ReadonlyArray<SelectionNode>
): CollectedFields => {
  const collected = new Map<string, [FieldNode, ...Array<FieldNode>]>();
  const spread = new Set<string>();

  const collect = (list: ReadonlyArray<SelectionNode>): void => {
    for (const selection of list) {
      if (!isIncluded(compilation, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const group = collected.get(key);
        if (group === undefined) collected.set(key, [selection]);
        else group.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(selection.name.value);
      if (fragment === undefined || !applies(compilation, fragment.typeCondition?.name.value, type)) continue;
      collect(fragment.selectionSet.selections);
    }
  };

  const fragmentOf = (name: string) => {
    if (spread.has(name)) return undefined;
    spread.add(name);
    return compilation.fragments.get(name);
  };

  collect(selections);
  return collected;
};

/** Returns the selections of merged fields. */
export const selectionsOf = (fields: ReadonlyArray<FieldNode>): ReadonlyArray<SelectionNode> =>
  fields.flatMap((field) => field.selectionSet?.selections ?? []);
