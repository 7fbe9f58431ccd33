import {
  GraphQLBoolean,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType
} from "graphql";

/** Writes the part of a coerced variable that a compiled operation depends on. */
export type ShapeOf = (value: unknown) => string;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Writes the shape of values of a type: whether they are present, which members they have, and the value itself for
 * booleans and enums, which change the query. Strings and numbers are parameters, so their values do not matter.
 */
export const shapeOf = (type: GraphQLInputType): ShapeOf => {
  const known = shapes.get(type);
  if (known !== undefined) return known;
  const shape = shapeOfAny(type);
  shapes.set(type, shape);
  return shape;
};

/** Created once per type, because a variable can contain thousands of values. */
const shapes = new WeakMap<GraphQLInputType, ShapeOf>();

const shapeOfAny = (type: GraphQLInputType): ShapeOf => {
  if (isNonNullType(type)) return shapeOf(type.ofType);
  const present = shapeOfPresent(type);
  return (value) => (value === undefined ? "-" : value === null ? "n" : present(value));
};

const shapeOfPresent = (type: GraphQLInputType): ShapeOf => {
  const named = getNamedType(type);
  if (isListType(type)) {
    if (!isInputObjectType(named) && !isEnumType(named)) return () => "l";
    const item = shapeOf(type.ofType);
    return (value) => `[${Array.isArray(value) ? value.map(item).join(",") : ""}]`;
  }
  if (isEnumType(type) || type === GraphQLBoolean) return (value) => JSON.stringify(value);
  if (!isInputObjectType(type)) return () => "v";
  const places = type.getFields();
  return (value) => {
    if (!isRecord(value)) return "{}";
    let members = "";
    for (const [name, member] of Object.entries(value)) {
      const place = places[name];
      if (place !== undefined && member !== undefined) members += `${name}:${shapeOf(place.type)(member)},`;
    }
    return `{${members}}`;
  };
};
