import * as Either from "effect/Either";
import type { Cid } from "../../atproto/Cid.ts";
import type { JsonObject } from "../../json/Json.ts";
import { recordCid } from "../value/recordCid.ts";

/**
 * Whether a value, encoded, has the CID that is given with it (AT Protocol, Data Model). It has not where JSON or a decoder
 * changed it: a rounded integer, U+FFFD for bytes that are no UTF-8, a floating-point number.
 */
export const matchesCid = ({ cid, value }: { readonly cid: Cid; readonly value: JsonObject }): boolean =>
  Either.getOrNull(recordCid(value)) === cid;
