import * as Either from "effect/Either";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";
import { decodeDagCbor } from "./decodeDagCbor.ts";

const isLinkOrBytes = (value: JsonObject): boolean => {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === "$link" || name === "$bytes") && typeof value[name] === "string";
};

/** Whether the `$type` of a record differs from its collection. A record without `$type` has the right type. */
const isOfOtherType = ({ $type: type }: JsonObject, collection: string): boolean =>
  type !== undefined && type !== collection;

const asRecord = (value: Json, collection: string): Either.Either<JsonObject, SkipReason> => {
  if (!isJsonObject(value) || isLinkOrBytes(value)) return Either.left("not-a-map");
  return isOfOtherType(value, collection) ? Either.left("wrong-type") : Either.right(value);
};

/**
 * Returns a record as JSON that encodes to its block again (AT Protocol, Data Model), or fails with the reason to skip
 * it.
 */
export const recordValue = (block: Uint8Array, collection: string): Either.Either<JsonObject, SkipReason> =>
  Either.flatMap(decodeDagCbor(block), (value) => asRecord(value, collection));
