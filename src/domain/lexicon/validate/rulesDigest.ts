import type { Nsid } from "../../atproto/Nsid.ts";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import type { LexiconSet } from "../model/LexiconSet.ts";
import { documentOf, referenceId } from "../parse/definitionId.ts";

type Document = LexiconSet["documents"][number];

/** Returns the ids that a document refers to, at any depth. */
const references = (value: unknown, nsid: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => references(item, nsid));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === "ref" && typeof member === "string") return [documentOf(referenceId(nsid, member))];
    if (name === "refs" && Array.isArray(member))
      return member.flatMap((each) => (typeof each === "string" ? [documentOf(referenceId(nsid, each))] : []));
    return references(member, nsid);
  });
};

/**
 * Returns a digest of the documents that decide whether a record of a collection is valid: its own, and those that they
 * refer to. While it is the same, validation has the same result.
 */
export const rulesDigest = ({ completed, documents }: LexiconSet, collection: Nsid): string => {
  const byId = new Map(documents.map((document) => [String(document.id), document]));
  const needed = new Map<string, Document | null>([[collection, byId.get(collection) ?? null]]);
  for (const [nsid, document] of needed)
    for (const other of references(document, nsid)) if (!needed.has(other)) needed.set(other, byId.get(other) ?? null);
  const ids = [...needed.keys()].sort();
  return sha256Base64Url(JSON.stringify(ids.map((id) => [id, completed.includes(id), needed.get(id) ?? null])));
};
