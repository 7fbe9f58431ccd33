import * as Either from "effect/Either";
import type { Nsid } from "../../atproto/Nsid.ts";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";
import { decodeDagCbor } from "./decodeDagCbor.ts";

const isLinkOrBytes = (value: JsonObject): boolean => {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === "$link" || name === "$bytes") && typeof value[name] === "string";
};

/** Whether a record says that it is of another type than its collection. One without `$type` does not. */
const isOfOtherType = ({ $type: type }: JsonObject, collection: Nsid): boolean =>
  type !== undefined && type !== collection;

const asRecord = (value: Json, collection: Nsid): Either.Either<JsonObject, SkipReason> => {
  if (!isJsonObject(value) || isLinkOrBytes(value)) return Either.left("not-a-map");
  return isOfOtherType(value, collection) ? Either.left("wrong-type") : Either.right(value);
};

/** A record of a collection as JSON that encodes to its block again (AT Protocol, Data Model), or why it is left out. */
export const recordValue = (block: Uint8Array, collection: Nsid): Either.Either<JsonObject, SkipReason> =>
  Either.flatMap(decodeDagCbor(block), (value) => asRecord(value, collection));
