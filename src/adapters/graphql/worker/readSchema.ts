import { buildSchema, type GraphQLSchema, isObjectType, isScalarType, isUnionType } from "graphql";
import { joinsTypeName } from "../schema/record/joinFields.ts";
import { findUnlisted } from "../schema/record/SharingType.ts";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";
import { jsonScalar } from "../schema/scalars/jsonScalar.ts";
import { safeIntScalar } from "../schema/scalars/safeIntScalar.ts";

const ownScalars = [dateTimeScalar, jsonScalar, safeIntScalar];

/** Joins can be selected on every record type, even if its text does not list them (see `SharingType`). */
const shareJoins = (schema: GraphQLSchema): void => {
  const joins = schema.getType(joinsTypeName);
  const records = schema.getType("Record");
  if (!isObjectType(joins) || !isUnionType(records)) return;
  for (const type of records.getTypes()) findUnlisted(type.getFields(), joins.getFields());
};

/** Builds a schema from its text and adds what the text lacks: the validation of our scalars, and the unlisted joins. */
export const readSchema = (sdl: string): GraphQLSchema => {
  const schema = buildSchema(sdl, { assumeValid: true });
  for (const { name, parseLiteral, parseValue, serialize } of ownScalars) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { parseLiteral, parseValue, serialize });
  }
  shareJoins(schema);
  return schema;
};
