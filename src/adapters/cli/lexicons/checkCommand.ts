import * as Command from "@effect/cli/Command";
import * as Options from "@effect/cli/Options";
import * as Effect from "effect/Effect";
import { compareSets, type LexiconComparison } from "../../../application/lexicons/compareLexicons.ts";
import { requestedSet } from "../../../application/lexicons/requestedSet.ts";
import { storedLexicons } from "../../../application/lexicons/storedLexicons.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";
import { warningOf } from "./changeLexiconsBy.ts";
import { changeJson, changeLines } from "./describeChanges.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { paths } from "./paths.ts";

const add = Options.boolean("add").pipe(
  Options.withDescription("Checks what lexicons add would change, and not lexicons import.")
);

const describe = (comparison: LexiconComparison, isAdded: boolean): Report => {
  const warning = warningOf(comparison);
  const by = isAdded ? "To add them" : "An import";
  return {
    text: [
      comparison.unchanged ? "Sound, and in force already." : `Sound. ${by} would change:`,
      ...changeLines(comparison),
      ...(warning === null ? [] : [`${warning} It needs --yes.`]),
      ...noticeLines(comparison)
    ].join("\n"),
    json: {
      digest: comparison.digest,
      isInForce: comparison.unchanged,
      ...changeJson(comparison),
      ...noticeJson(comparison)
    }
  };
};

const check = (paths: ReadonlyArray<string>, isAdded: boolean) =>
  Effect.gen(function* () {
    const files = yield* (yield* LexiconFiles).read(paths);
    const current = yield* storedLexicons();
    const set = yield* requestedSet(current, { _tag: isAdded ? "Add" : "Replace", files });
    return describe(yield* compareSets(current, set), isAdded);
  }).pipe(Effect.mapError(explainFailure));

export const checkCommand = Command.make("check", { paths, add, json }, ({ add, json, paths }) =>
  present(json, check(paths, add))
).pipe(Command.withDescription(commandHelp["lexicons check"].what));
