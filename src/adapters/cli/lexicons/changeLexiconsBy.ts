import * as Effect from "effect/Effect";
import { type ChangedLexicons, changeLexicons } from "../../../application/lexicons/changeLexicons.ts";
import { compareSets, type LexiconComparison } from "../../../application/lexicons/compareLexicons.ts";
import type { LexiconRequest } from "../../../domain/lexicon/import/LexiconRequest.ts";
import { CommandFailed, exitCode } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import type { Report } from "../report/present.ts";
import { catalog } from "./commandCatalog.ts";
import { changeJson, changeLines } from "./describeChanges.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";

const operator = { type: "operator", id: null } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The collections with records that a change takes out of the API. */
const usedCollections = ({ collectionsRemoved }: LexiconComparison) =>
  collectionsRemoved.filter(({ records }) => records > 0);

/** What has to be said before a change that takes records out of the API; null for any other change. */
export const warningOf = (comparison: LexiconComparison): string | null => {
  const used = usedCollections(comparison);
  if (used.length === 0) return null;
  const records = used.reduce((sum, each) => sum + each.records, 0);
  return `This takes ${counted(used.length, "collection")} with ${counted(records, "record")} out of the API; the records stay in the index.`;
};

const unconfirmed = (comparison: LexiconComparison, warning: string): CommandFailed => {
  const way = `${warning} Nothing was changed: add --yes if you mean it.`;
  return new CommandFailed({
    exitCode: exitCode.failure,
    lines: [...changeLines(comparison), way],
    json: { error: "unconfirmed", message: way, ...changeJson(comparison) }
  });
};

const reportOf = ({ after, before }: ChangedLexicons<unknown>, comparison: LexiconComparison): Report => {
  const { collections, digest, documents } = after;
  const changed = before.digest !== digest;
  const set = `${counted(documents.length, "Lexicon")} with ${counted(collections.length, "collection")}`;
  const outcome = changed ? `In force now: ${set}.` : `Nothing to do: this set of ${set} is in force already.`;
  const ids = documents.map(({ id }) => String(id));
  return {
    text: [...changeLines(comparison), outcome, ...noticeLines(after)].join("\n"),
    json: { digest, changed, ids, changes: changeJson(comparison), ...noticeJson(after) }
  };
};

/** Changes the Lexicons in force. A change that takes records out of the API is made only if `isConfirmed`. */
export const changeLexiconsBy = (request: LexiconRequest, isConfirmed: boolean) =>
  changeLexicons(request, operator, (before, after) =>
    Effect.gen(function* () {
      const comparison = yield* compareSets(before, after);
      const warning = warningOf(comparison);
      if (warning !== null && !isConfirmed) return yield* unconfirmed(comparison, warning);
      return comparison;
    })
  ).pipe(
    Effect.map((done) => reportOf(done, done.approval)),
    Effect.provide(catalog),
    Effect.mapError((error) => (error._tag === "CommandFailed" ? error : explainFailure(error)))
  );
