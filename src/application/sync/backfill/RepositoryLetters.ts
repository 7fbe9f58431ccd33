import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { deadLetterLimits } from "../../../domain/sync/boundDeadLetter.ts";
import { DeadLetters, everyDeadLetter, type StoredDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import type { RecordLetter } from "./reconcileWindow.ts";

type Before = Pick<StoredDeadLetter, "cid" | "collection" | "detail" | "reason">;

const pageSize = 200;

/** Loads the dead letters of the records of an account, by their addresses. */
const load = Effect.fnUntraced(function* (did: Did) {
  const letters = yield* DeadLetters;
  const filter = { ...everyDeadLetter, did };
  const found = new Map<string, Before>();
  let before: number | null = null;
  for (;;) {
    const page: ReadonlyArray<StoredDeadLetter> = yield* letters.list(filter, before, pageSize);
    for (const { cid, collection, detail, reason, uri } of page)
      if (uri !== null) found.set(uri, { cid, collection, detail, reason });
    before = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return found;
  }
});

/** Keeps the dead letters of an account up to date while its repository is indexed. */
export class RepositoryLetters {
  readonly #before: ReadonlyMap<string, Before>;
  /** Those whose records were not refused again so far. */
  readonly #unseen: Map<string, Before>;
  #added = 0;

  private constructor(before: ReadonlyMap<string, Before>) {
    this.#before = before;
    this.#unseen = new Map(before);
  }

  static readonly load = (did: Did) => Effect.map(load(did), (before) => new RepositoryLetters(before));

  /** Stores the dead letters of a window that are not stored already, up to the limit of an account. */
  add(letters: ReadonlyArray<RecordLetter>) {
    for (const { uri } of letters) this.#unseen.delete(uri);
    const changed = letters
      .filter(({ cid, detail, reason, uri }) => {
        const before = this.#before.get(uri);
        return before?.cid !== cid || before.reason !== reason || before.detail !== detail;
      })
      .slice(0, deadLetterLimits.lettersPerAccount - this.#added);
    this.#added += changed.length;
    return changed.length === 0 ? Effect.void : Effect.flatMap(DeadLetters, (store) => store.add(changed));
  }

  /** Removes those of a collection whose records were deleted, or are valid now, at a revision. */
  removeOutdated(collections: ReadonlyArray<string>, rev: string) {
    const covered = new Set<string | null>(collections);
    const outdated = [...this.#unseen].flatMap(([uri, { collection }]) =>
      covered.has(collection) ? [{ uri, rev }] : []
    );
    return outdated.length === 0 ? Effect.void : Effect.flatMap(DeadLetters, (store) => store.removeAt(outdated));
  }
}
