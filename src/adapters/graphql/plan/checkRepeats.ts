import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode
} from "graphql";
import type { Limits } from "./Limits.ts";
import type { PlanError, PlanErrorCode } from "./PlanError.ts";

const exceeded = (code: PlanErrorCode, message: string): PlanError => ({ message, extensions: { code } });

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fields of selections that apply to one object, by the name they have in the answer. */
const fieldsOf = (selectionSets: ReadonlyArray<SelectionSetNode>, fragments: Fragments) => {
  const byName = new Map<string, Array<FieldNode>>();
  const spread = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const others = byName.get(name);
        if (others === undefined) byName.set(name, [selection]);
        else others.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) visit(fragment.selectionSet);
      }
    }
  };
  selectionSets.forEach(visit);
  return byName;
};

/** The name that one object of the answer is asked for more than `most` times; null without one. */
const repeatedName = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
  { depth, fields, repeats }: Limits
): string | null => {
  let left = fields;
  const within = (selectionSets: ReadonlyArray<SelectionSetNode>, level: number): string | null => {
    for (const [name, nodes] of fieldsOf(selectionSets, fragments)) {
      if (nodes.length > repeats) return name;
      left -= nodes.length;
      // More than that only a fragment in itself has, which validation names.
      if (left < 0 || level > depth) return null;
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const found = below.length === 0 ? null : within(below, level + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return within([operation.selectionSet], 0);
};

/** Compares with the limits what takes validation longer than reading: it compares each with each. */
export const checkRepeats = (document: DocumentNode, limits: Limits): ReadonlyArray<PlanError> => {
  const { definitions } = document;
  if (definitions.length > limits.definitions) {
    const message = `The document has ${definitions.length} operations and fragments: at most ${limits.definitions} are allowed.`;
    return [exceeded("DOCUMENT_TOO_LARGE", message)];
  }
  const fragments: Fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))
  );
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const variables = node.variableDefinitions?.length ?? 0;
    if (variables > limits.variables) {
      const message = `The operation has ${variables} variables: at most ${limits.variables} are allowed.`;
      return [exceeded("VARIABLES_TOO_LARGE", message)];
    }
    const name = repeatedName(node, fragments, limits);
    if (name === null) return [];
    const message = `The operation asks for ${name} of one object more than ${limits.repeats} times.`;
    return [exceeded("FIELD_LIMIT", message)];
  });
};
