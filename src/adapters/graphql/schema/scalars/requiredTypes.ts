import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLString
} from "graphql";
import { dateTimeScalar } from "./dateTimeScalar.ts";

/** A text that is never null. */
export const text = new GraphQLNonNull(GraphQLString);

/** A 32-bit integer that is never null. */
export const int = new GraphQLNonNull(GraphQLInt);

/** A boolean that is never null. */
export const flag = new GraphQLNonNull(GraphQLBoolean);

/** A time that is never null. */
export const time = new GraphQLNonNull(dateTimeScalar);

/** Returns the type of a list of which neither the list nor an item is ever null. */
export const listOf = <T extends GraphQLNullableType>(type: T) =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
