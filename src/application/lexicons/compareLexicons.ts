import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import type { LexiconRequest } from "../../domain/lexicon/import/LexiconRequest.ts";
import { compareFields, type NamedField } from "../../domain/lexicon/model/compareFields.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { nextSet } from "./nextSet.ts";

/** The effects of a change of the Lexicons. Documents as JSON texts. */
export interface LexiconComparison {
  readonly digest: string;
  readonly unchanged: boolean;
  /** The documents that are added from the published Lexicons. */
  readonly completed: ReadonlyArray<string>;
  readonly notices: LexiconSet["notices"];
  readonly added: ReadonlyArray<string>;
  readonly removed: ReadonlyArray<string>;
  readonly changed: ReadonlyArray<{
    readonly id: string;
    readonly before: string;
    readonly after: string;
    /** How many records are indexed; null if the id is not an active collection. */
    readonly records: number | null;
  }>;
  /** Collections that queries could no longer reach, with the number of their indexed records. */
  readonly collectionsRemoved: ReadonlyArray<{ readonly id: string; readonly records: number }>;
  /** Fields that the schema would no longer have. */
  readonly fieldsRemoved: ReadonlyArray<NamedField>;
}

const textsOf = ({ documents }: LexiconSet): ReadonlyMap<string, string> =>
  new Map(documents.map((document) => [String(document.id), JSON.stringify(document, null, 2)]));

/** The order of members has no meaning. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member
  );

const isSame = (left: string, right: string): boolean => sorted(JSON.parse(left)) === sorted(JSON.parse(right));

/** Compares two sets of Lexicons, the first of which is active. */
export const compareSets = traced("compareSets")(function* (current: LexiconSet, set: LexiconSet) {
  const actors = yield* KnownActors;
  const [before, after] = [textsOf(current), textsOf(set)];
  const collections = new Set(current.collections.map(({ nsid }) => String(nsid)));
  const remaining = new Set(set.collections.map(({ nsid }) => String(nsid)));
  const changed = [...after].flatMap(([id, text]) => {
    const old = before.get(id);
    return old === undefined || isSame(old, text) ? [] : [{ id, before: old, after: text }];
  });
  return {
    digest: set.digest,
    unchanged: set.digest === current.digest,
    completed: set.completed,
    notices: set.notices,
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed: yield* Effect.forEach(changed, (change) =>
      Effect.map(collections.has(change.id) ? actors.records(change.id) : Effect.succeed(null), (records) => ({
        ...change,
        records
      }))
    ),
    collectionsRemoved: yield* Effect.forEach(
      [...collections].filter((id) => !remaining.has(id)),
      (id) => Effect.map(actors.records(id), (records) => ({ id, records }))
    ),
    fieldsRemoved: compareFields(current, set).removed
  } satisfies LexiconComparison;
});

/** Returns what a request would change, without changing anything; `InvalidLexicons` names every fault. */
export const compareLexicons = traced("compareLexicons")(function* (request: LexiconRequest) {
  const current = yield* (yield* LexiconCatalog).current;
  return yield* compareSets(current, yield* nextSet(current, request));
});
