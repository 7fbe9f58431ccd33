import { buildSchema, type GraphQLSchema, isScalarType } from "graphql";
import { dateTimeScalar } from "../schema/dateTimeScalar.ts";
import { jsonScalar } from "../schema/jsonScalar.ts";

const ownScalars = [dateTimeScalar, jsonScalar];

/** A schema from its text, with what the text does not say: which values our scalars take. */
export const readSchema = (sdl: string): GraphQLSchema => {
  const schema = buildSchema(sdl, { assumeValid: true });
  for (const { name, parseLiteral, parseValue, serialize } of ownScalars) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { parseLiteral, parseValue, serialize });
  }
  return schema;
};
