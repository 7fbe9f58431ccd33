import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type SelectionSetNode
} from "graphql";
import type { ValidDocument } from "./ValidDocument.ts";

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** How many entries a list of introspection has on average, by field; one for what is no list. */
type Sizes = ReadonlyMap<string, number>;

const sizesOf = (schema: GraphQLSchema): Sizes => {
  const types = Object.values(schema.getTypeMap());
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = withFields.flatMap((type) => Object.values(type.getFields()));
  const perType = (total: number) => total / types.length;
  const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0);
  const inputFields = types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0));
  const maxFields = Math.max(...withFields.map((type) => Object.keys(type.getFields()).length), ...inputFields);
  return new Map([
    ["types", types.length],
    ["directives", schema.getDirectives().length],
    ["fields", perType(fields.length)],
    ["args", sum(fields.map(({ args }) => args.length)) / fields.length],
    ["inputFields", perType(sum(inputFields))],
    ["enumValues", perType(sum(types.map((type) => (isEnumType(type) ? type.getValues().length : 0))))],
    ["possibleTypes", perType(sum(types.map((type) => (isUnionType(type) ? type.getTypes().length : 0))))],
    // A request for one type is assumed to take the largest.
    ["__type", Math.max(1, maxFields / perType(fields.length))]
  ]);
};

/** The estimated number of values in what a selection asks of one object. */
const costOf = (sizes: Sizes, fragments: Fragments) => {
  const ofFragments = new Map<string, number>();

  const ofFragment = (name: string): number => {
    const fragment = fragments.get(name);
    const known = ofFragments.get(name) ?? (fragment === undefined ? 0 : ofSelections(fragment.selectionSet));
    ofFragments.set(name, known);
    return known;
  };

  const ofField = ({ name, selectionSet }: FieldNode): number =>
    (sizes.get(name.value) ?? 1) * (1 + (selectionSet === undefined ? 0 : ofSelections(selectionSet)));

  const ofSelections = ({ selections }: SelectionSetNode): number =>
    selections.reduce((total, selection) => {
      if (selection.kind === Kind.FIELD) return total + ofField(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) return total + ofSelections(selection.selectionSet);
      return total + ofFragment(selection.name.value);
    }, 0);

  /** What stands at the root of an operation beside introspection costs nothing here. */
  const ofRoots = ({ selections }: SelectionSetNode): number =>
    selections.reduce((total, selection) => {
      if (selection.kind === Kind.FIELD)
        return total + (selection.name.value.startsWith("__") ? ofField(selection) : 0);
      if (selection.kind === Kind.INLINE_FRAGMENT) return total + ofRoots(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return total + (fragment === undefined ? 0 : ofRoots(fragment.selectionSet));
    }, 0);

  return ofRoots;
};

interface Measure {
  readonly sizes: Sizes;
  readonly maxCost: number;
}

const all = parse(
  getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true })
);

const measures = new WeakMap<GraphQLSchema, Measure>();

const measureOf = (schema: GraphQLSchema): Measure => {
  const known = measures.get(schema);
  if (known !== undefined) return known;
  const sizes = sizesOf(schema);
  const cost = costOf(sizes, fragmentsOf(all.definitions));
  const whole = all.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node] : []));
  const maxCost = 2 * whole.reduce((total, { selectionSet }) => total + cost(selectionSet), 0);
  const measure = { sizes, maxCost: Math.ceil(maxCost) };
  measures.set(schema, measure);
  return measure;
};

const fragmentsOf = (definitions: (typeof all)["definitions"]): Fragments =>
  new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))
  );

/**
 * What the most expensive operation of a valid document asks of introspection, where it is more than twice what tools
 * ask for to know the whole schema; null where it is not.
 */
export const excessiveIntrospection = (
  schema: GraphQLSchema,
  { fragments, operations }: ValidDocument
): { readonly cost: number; readonly maxCost: number } | null => {
  const { maxCost, sizes } = measureOf(schema);
  const ofOperation = costOf(sizes, fragments);
  const cost = Math.ceil(Math.max(0, ...operations.map(({ selectionSet }) => ofOperation(selectionSet))));
  return cost > maxCost ? { cost, maxCost } : null;
};
