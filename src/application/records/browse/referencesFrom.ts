import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";

/** A record or an account that a record names, with the path to its name, such as `reply.parent.uri` or `facets[0].did`. */
export interface NamedInRecord {
  readonly path: string;
  /** The AT URI of a record, or the DID of an account. */
  readonly subject: string;
}

/** What a record refers to. */
export interface ReferenceFrom extends NamedInRecord {
  readonly did: string;
  readonly handle: string | null;
  /** Null for an account. */
  readonly collection: string | null;
  /** Whether the record is in the index, or the account is known. */
  readonly isKnown: boolean;
}

/** How many references of a record are shown, and how deep its values are searched. */
export const [mostReferences, deepest] = [50, 12];

const isAtUri = Schema.is(AtUri);
const isDid = Schema.is(Did);

/** Returns the records and accounts that a value names, in its order, each once. */
export const namedInRecord = (value: unknown): ReadonlyArray<NamedInRecord> => {
  const found = new Map<string, NamedInRecord>();
  const visit = (each: unknown, path: string, depth: number): void => {
    if (found.size >= mostReferences || depth > deepest) return;
    if (typeof each === "string") {
      if ((isAtUri(each) || isDid(each)) && !found.has(each)) found.set(each, { path, subject: each });
    } else if (Array.isArray(each)) {
      for (const [index, item] of each.entries()) visit(item, `${path}[${index}]`, depth + 1);
    } else if (isJsonObject(each)) {
      for (const [name, member] of Object.entries(each))
        visit(member, path === "" ? name : `${path}.${name}`, depth + 1);
    }
  };
  visit(value, "", 0);
  return [...found.values()];
};

const toReference = (
  { path, subject }: NamedInRecord,
  handles: ReadonlyMap<string, string>,
  isKnown: boolean
): ReferenceFrom => {
  const address = isAtUri(subject) ? recordAddress(subject) : null;
  const did = address?.did ?? subject;
  return { path, subject, did, handle: handles.get(did) ?? null, collection: address?.collection ?? null, isKnown };
};

/** Returns the records and accounts that a record names, whatever its Lexicon says of the property. */
export const referencesFrom = traced("referencesFrom")(function* (value: unknown) {
  const named = namedInRecord(value);
  const actors = yield* KnownActors;
  const index = yield* RecordIndex;
  const dids = named.flatMap(({ subject }): ReadonlyArray<Did> => {
    if (isAtUri(subject)) return [recordAddress(subject).did];
    return isDid(subject) ? [subject] : [];
  });
  const handles = yield* actors.handles(dids);
  const known = yield* actors.known(dids);
  return yield* Effect.forEach(
    named,
    (one) =>
      isAtUri(one.subject)
        ? Effect.map(index.find(one.subject), (found) => toReference(one, handles, Option.isSome(found)))
        : Effect.succeed(toReference(one, handles, isDid(one.subject) && known.has(one.subject))),
    { concurrency: 4 }
  );
});
