import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type ValueNode
} from "graphql";
import type { Compilation } from "../Compilation.ts";
import type { Argument, Arguments } from "./Argument.ts";
import type { RequestValues } from "./RequestValues.ts";

const none: Argument = { _tag: "NullArgument" };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Decomposes a value that was already coerced to its type. */
const fromValue = (value: unknown, type: GraphQLInputType, read: (run: RequestValues) => unknown): Argument => {
  if (isNonNullType(type)) return fromValue(value, type.ofType, read);
  if (value === null || value === undefined) return none;
  if (isListType(type)) {
    const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value];
    const items = list.map((item, at) => fromValue(item, type.ofType, (run) => memberOf(read(run), at)));
    return { _tag: "ListArgument", items, read };
  }
  if (!isInputObjectType(type) || !isRecord(value)) return { _tag: "ScalarArgument", read };
  const places = type.getFields();
  const fields = new Map<string, Argument>();
  // Coercion has put the members in the order of their type and omitted absent ones.
  for (const [name, member] of Object.entries(value)) {
    const place = places[name];
    if (place === undefined || member === undefined) continue;
    fields.set(
      name,
      fromValue(member, place.type, (run) => memberOf(read(run), name))
    );
  }
  return { _tag: "ObjectArgument", fields };
};

const memberOf = (value: unknown, key: string | number): unknown => (isRecord(value) ? value[key] : undefined);

/** Returns a value in the document by its type; undefined for an absent variable. */
const fromNode = (compilation: Compilation, node: ValueNode, type: GraphQLInputType): Argument | undefined => {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    const value = compilation.run.variables[name];
    return value === undefined ? undefined : fromValue(value, type, (run) => run.variables[name]);
  }
  if (isNonNullType(type)) return fromNode(compilation, node, type.ofType);
  if (node.kind === Kind.NULL) return none;
  if (isListType(type)) {
    const nodes = node.kind === Kind.LIST ? node.values : [node];
    const items = nodes.map((item) => fromNode(compilation, item, type.ofType) ?? none);
    return { _tag: "ListArgument", items, read: (run) => items.map((item) => scalarOf(item, run)) };
  }
  if (isInputObjectType(type) && node.kind === Kind.OBJECT) {
    const given = new Map(node.fields.map((field) => [field.name.value, field.value]));
    const places = Object.values(type.getFields()).map((place) => ({ place, node: given.get(place.name) }));
    return { _tag: "ObjectArgument", fields: fromPlaces(compilation, places) };
  }
  if (!isScalarType(type)) return { _tag: "ScalarArgument", read: () => ("value" in node ? node.value : null) };
  return { _tag: "ScalarArgument", read: (run) => type.parseLiteral(node, run.variables) };
};

const scalarOf = (argument: Argument, run: RequestValues): unknown =>
  argument._tag === "ScalarArgument" ? argument.read(run) : null;

interface Place {
  readonly place: Pick<GraphQLInputField, "name" | "type" | "defaultValue">;
  readonly node: ValueNode | undefined;
}

const fromPlaces = (compilation: Compilation, places: ReadonlyArray<Place>): Arguments => {
  const found = new Map<string, Argument>();
  for (const { place, node } of places) {
    const given = node === undefined ? undefined : fromNode(compilation, node, place.type);
    const argument = given ?? fromDefault(place);
    if (argument !== undefined) found.set(place.name, argument);
  }
  return found;
};

const fromDefault = ({ type, defaultValue }: Place["place"]): Argument | undefined =>
  defaultValue === undefined ? undefined : fromValue(defaultValue, type, () => defaultValue);

/** Returns the arguments of a field including defaults (GraphQL specification, section 6.4.1). */
export const readArguments = (
  compilation: Compilation,
  definition: GraphQLField<unknown, unknown>,
  field: FieldNode
): Arguments => {
  if (compilation.isExhausted) return new Map();
  const given = new Map((field.arguments ?? []).map(({ name, value }) => [name.value, value]));
  return fromPlaces(
    compilation,
    definition.args.map((place) => ({ place, node: given.get(place.name) }))
  );
};
