import * as Effect from "effect/Effect";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import type { LexiconSet } from "../../domain/lexicon/LexiconSet.ts";
import type { GivenFile } from "../../domain/lexicon/UnreadableFile.ts";
import { KnownActors } from "../../domain/record/KnownActors.ts";
import { readSet } from "./readSet.ts";

/** What a set of Lexicons would change. Documents as JSON texts. */
export interface LexiconComparison {
  readonly digest: string;
  readonly unchanged: boolean;
  /** The documents that are taken from the published Lexicons. */
  readonly completed: ReadonlyArray<string>;
  readonly notices: LexiconSet["notices"];
  readonly added: ReadonlyArray<string>;
  readonly removed: ReadonlyArray<string>;
  readonly changed: ReadonlyArray<{ readonly id: string; readonly before: string; readonly after: string }>;
  /** Collections that nobody could ask for any more, with the records that are indexed of each. */
  readonly collectionsRemoved: ReadonlyArray<{ readonly id: string; readonly records: number }>;
}

const textsOf = ({ documents }: LexiconSet): ReadonlyMap<string, string> =>
  new Map(documents.map((document) => [String(document.id), JSON.stringify(document, null, 2)]));

const compact = (text: string | undefined): string => (text === undefined ? "" : sorted(JSON.parse(text)));

/** The order of members says nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member
  );

/** Compares Lexicons that somebody has with those in force, and changes nothing; `InvalidLexicons` names every fault of them. */
export const compareLexicons = Effect.fn("compareLexicons")(function* (files: ReadonlyArray<GivenFile>) {
  const set = yield* readSet(files);
  const current = yield* (yield* LexiconCatalog).current;
  const actors = yield* KnownActors;
  const [before, after] = [textsOf(current), textsOf(set)];
  const kept = new Set(set.collections.map(({ nsid }) => nsid));
  const gone = current.collections.filter(({ nsid }) => !kept.has(nsid));
  return {
    digest: set.digest,
    unchanged: set.digest === current.digest,
    completed: set.completed,
    notices: set.notices,
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed: [...after].flatMap(([id, text]) => {
      const old = before.get(id);
      return old === undefined || compact(old) === compact(text) ? [] : [{ id, before: old, after: text }];
    }),
    collectionsRemoved: yield* Effect.forEach(gone, ({ nsid: id }) =>
      Effect.map(actors.records(id), (records) => ({ id, records }))
    )
  } satisfies LexiconComparison;
});
