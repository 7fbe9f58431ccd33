import * as Either from "effect/Either";
import type { Cid } from "../../atproto/Cid.ts";
import type { JsonObject } from "../../json/Json.ts";
import { recordCid } from "../value/recordCid.ts";

/**
 * Whether the encoded value has the stated CID (AT Protocol, Data Model). It does not if JSON or a decoder changed the
 * value: a rounded integer, U+FFFD for invalid UTF-8, a floating-point number.
 */
export const matchesCid = ({ cid, value }: { readonly cid: Cid; readonly value: JsonObject }): boolean =>
  Either.getOrNull(recordCid(value)) === cid;
