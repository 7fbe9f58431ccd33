import * as Clock from "effect/Clock";
import { traced } from "../../domain/failure/traced.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../domain/label/Takedowns.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";

const byAccount = (left: LabelSubject, right: LabelSubject): number =>
  left.did === right.did ? 0 : left.did < right.did ? -1 : 1;

/**
 * Hides those of some subjects that labels hide now, and shows the others again that were hidden by labels. It joins a
 * surrounding `Atomically` transaction, and locks the accounts in the order of their DIDs as all writes do.
 */
export const settleTakedowns = traced("settleTakedowns")(function* (subjects: ReadonlyArray<LabelSubject>) {
  if (subjects.length === 0) return;
  const index = yield* RecordIndex;
  const wanted = yield* (yield* LabelStore).takedownsOf(subjects, yield* Clock.currentTimeMillis);
  const found = yield* (yield* Takedowns).find(subjects);
  const takedownBy = new Map(wanted.map((takedown) => [String(subjectText(takedown.subject)), takedown]));
  const distinct = new Map(subjects.map((subject) => [String(subjectText(subject)), subject]));
  for (const subject of [...distinct.values()].sort(byAccount)) {
    const text = subjectText(subject);
    const takedown = takedownBy.get(text);
    if (takedown !== undefined) yield* index.takeDown(takedown);
    else if (found.has(text)) yield* index.restore(subject);
  }
});
