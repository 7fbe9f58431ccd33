import type { Nsid } from "../../atproto/Nsid.ts";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import type { LexiconSet } from "../model/LexiconSet.ts";
import { documentOf, referenceId } from "../parse/definitionId.ts";

/** Returns the ids of the documents that a document refers to, at any depth. */
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

/** What one document contributes to a digest, and the ids of those that it refers to. */
interface Part {
  readonly digest: string;
  readonly refersTo: ReadonlyArray<string>;
}

const partsOf = ({ completed, documents }: LexiconSet): ReadonlyMap<string, Part> =>
  new Map(
    documents.map((document) => {
      const id = String(document.id);
      const digest = sha256Base64Url(JSON.stringify([id, completed.includes(id), document]));
      return [id, { digest, refersTo: references(document, id) }];
    })
  );

const digestOf = (parts: ReadonlyMap<string, Part>, collection: Nsid): string => {
  const needed = new Set<string>([collection]);
  for (const id of needed) for (const other of parts.get(id)?.refersTo ?? []) needed.add(other);
  return sha256Base64Url(JSON.stringify([...needed].sort().map((id) => [id, parts.get(id)?.digest ?? null])));
};

const computed = new WeakMap<LexiconSet, ReadonlyMap<Nsid, string>>();

const compute = (set: LexiconSet): ReadonlyMap<Nsid, string> => {
  const parts = partsOf(set);
  return new Map(set.collections.map(({ nsid }) => [nsid, digestOf(parts, nsid)]));
};

/**
 * Returns for each collection a digest of the documents that decide whether a record of it is valid: its own, and those
 * that they refer to. While it is the same, validation has the same result. It is computed once for each set.
 */
export const rulesDigests = (set: LexiconSet): ReadonlyMap<Nsid, string> => {
  const found = computed.get(set) ?? compute(set);
  computed.set(set, found);
  return found;
};
