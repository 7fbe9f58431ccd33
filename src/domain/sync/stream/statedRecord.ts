import * as Either from "effect/Either";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import { recordCid } from "../../record/value/recordCid.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";

/** The maximum depth of records that are read from CAR files, too. */
const maxDepth = 128;

const numberFault = (number: number): SkipReason | null => {
  if (!Number.isInteger(number)) return "float";
  return Number.isSafeInteger(number) ? null : "integer-too-large";
};

/** Returns why the data model or JSON cannot represent a value, or null (AT Protocol, Data Model). */
const faultOf = (value: Json, depth: number): SkipReason | null => {
  if (typeof value === "string") return value.isWellFormed() ? null : "invalid-utf8";
  if (typeof value === "number") return numberFault(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth === maxDepth) return "nested-too-deep";
  for (const member of Object.values(value)) {
    const fault = faultOf(member, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
};

/**
 * Returns a record as a source states it in JSON, or fails with the reason to skip it. JSON parsers round large
 * integers, turn 1.0 into 1 and drop all but one of several members with the same name. Such a value does not have the
 * stated CID. `sha256` computes the hash in it.
 */
export const statedRecord = (
  value: JsonObject,
  cid: string,
  collection: Nsid,
  sha256?: (bytes: Uint8Array) => Uint8Array
): Either.Either<JsonObject, SkipReason> => {
  const fault = faultOf(value, 0);
  if (fault !== null) return Either.left(fault);
  if (Either.getOrNull(recordCid(value, sha256)) !== cid) return Either.left("cid-mismatch");
  const { $type: type } = value;
  return type !== undefined && type !== collection ? Either.left("wrong-type") : Either.right(value);
};
