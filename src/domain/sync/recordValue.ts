import { decode } from "@ipld/dag-cbor";
import * as Encoding from "effect/Encoding";
import { CID } from "multiformats/cid";
import { isJsonObject } from "../lexicon/isJsonObject.ts";
import type { Json, JsonObject } from "../record/Json.ts";

/** Deeper ones cannot be read as JSON everywhere; no Lexicon describes them. */
const maxDepth = 128;

class NoJson extends Error {}

const toJson = (value: unknown, depth: number): Json => {
  if (depth > maxDepth) throw new NoJson();
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (value instanceof Uint8Array) return { $bytes: Encoding.encodeBase64(value).replace(/=+$/, "") };
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1));
  if (typeof value !== "object") throw new NoJson();
  const link = CID.asCID(value);
  if (link !== null) return { $link: link.toString() };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member, depth + 1)]));
};

/** A record as JSON (AT Protocol, Data Model); null when its block holds none, or one that is nested without end. */
export const recordValue = (block: Uint8Array): JsonObject | null => {
  try {
    const value: unknown = decode(block);
    const json = toJson(value, 0);
    const isMap = CID.asCID(value) === null && !(value instanceof Uint8Array);
    return isMap && isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
};
