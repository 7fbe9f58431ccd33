import * as Effect from "effect/Effect";
import { type ChangedLexicons, changeLexicons } from "../../../application/lexicons/changeLexicons.ts";
import { compareSets, type LexiconComparison } from "../../../application/lexicons/compareLexicons.ts";
import type { LexiconRequest } from "../../../domain/lexicon/import/LexiconRequest.ts";
import type { Given } from "../command/Command.ts";
import { CommandFailed } from "../command/CommandFailed.ts";
import { exitCode } from "../command/exitCode.ts";
import { explainFailure } from "../report/explainFailure.ts";
import type { Report } from "../report/present.ts";
import { catalog } from "./commandCatalog.ts";
import { changeJson, changeLines } from "./describeChanges.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";
import { yes } from "./lexiconParameters.ts";

const operator = { type: "operator", id: null } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The collections with records that a change removes from the API. */
const usedCollections = ({ collectionsRemoved }: LexiconComparison) =>
  collectionsRemoved.filter(({ records }) => records > 0);

/** The warning before a change that removes records from the API; null for any other change. */
export const warningOf = (comparison: LexiconComparison): string | null => {
  const used = usedCollections(comparison);
  if (used.length === 0) return null;
  const records = used.reduce((sum, each) => sum + each.records, 0);
  return `This removes ${counted(used.length, "collection")} with ${counted(records, "record")} from the API; the records stay in the index.`;
};

const unconfirmed = (comparison: LexiconComparison, warning: string): CommandFailed => {
  const message = `${warning} Nothing was changed; add --yes to confirm.`;
  return new CommandFailed({
    exitCode: exitCode.failure,
    lines: [...changeLines(comparison), message],
    json: { error: "unconfirmed", message, ...changeJson(comparison) }
  });
};

const reportOf = ({ after, before }: ChangedLexicons<unknown>, comparison: LexiconComparison): Report => {
  const { collections, digest, documents } = after;
  const changed = before.digest !== digest;
  const set = `${counted(documents.length, "Lexicon")} with ${counted(collections.length, "collection")}`;
  const outcome = changed ? `Active now: ${set}.` : `Nothing to do: this set of ${set} is already active.`;
  const ids = documents.map(({ id }) => String(id));
  return {
    text: [...changeLines(comparison), outcome, ...noticeLines(after)].join("\n"),
    json: { digest, changed, ids, changes: changeJson(comparison), ...noticeJson(after) }
  };
};

/** Changes the active Lexicons. A change that removes records from the API requires `--yes`. */
export const changeLexiconsBy = (request: LexiconRequest, given: Given) =>
  changeLexicons(request, operator, (before, after) =>
    Effect.gen(function* () {
      const comparison = yield* compareSets(before, after);
      const warning = warningOf(comparison);
      if (warning !== null && !given(yes)) return yield* unconfirmed(comparison, warning);
      return comparison;
    })
  ).pipe(
    Effect.map((done) => reportOf(done, done.approval)),
    Effect.provide(catalog),
    Effect.mapError((error) => (error._tag === "CommandFailed" ? error : explainFailure(error)))
  );
