import * as Schema from "effect/Schema";
import { AtUri } from "../atproto/AtUri.ts";
import { isJsonObject } from "../json/isJsonObject.ts";
import type { Json } from "../json/Json.ts";

/** A record that another record refers to, and the path of the reference in it, such as `reply.parent`. */
export interface StrongRef {
  readonly path: string;
  readonly uri: AtUri;
}

const isUri = Schema.is(AtUri);

/** How deep a value is searched. */
const maxDepth = 8;

const search = (value: Json, path: ReadonlyArray<string>): ReadonlyArray<StrongRef> => {
  if (path.length > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => search(item, path));
  if (!isJsonObject(value)) return [];
  if (isUri(value.uri) && typeof value.cid === "string") return [{ path: path.join("."), uri: value.uri }];
  return Object.entries(value).flatMap(([name, member]) => search(member, [...path, name]));
};

/** Returns the first `limit` strong references (`com.atproto.repo.strongRef`) in a record, each record once. */
export const strongRefsOf = (record: Json, limit: number): ReadonlyArray<StrongRef> => {
  const found = new Map<string, StrongRef>();
  for (const ref of search(record, [])) if (!found.has(ref.uri)) found.set(ref.uri, ref);
  return [...found.values()].slice(0, limit);
};
