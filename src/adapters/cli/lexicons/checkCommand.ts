import * as Command from "@effect/cli/Command";
import canonicalize from "canonicalize";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { readSet } from "../../../application/lexicons/readSet.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { commandHelp } from "../commandHelp.ts";
import { explainFailure } from "../explainFailure.ts";
import { json, present, type Report } from "../present.ts";
import { currentLexicons } from "./currentLexicons.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { paths } from "./paths.ts";

type Documents = ReadonlyMap<string, string>;

const documentsOf = (set: Pick<LexiconSet, "documents"> | null): Documents =>
  new Map((set?.documents ?? []).map((document) => [String(document.id), canonicalize(document) ?? ""]));

const idsWithout = (of: Documents, other: Documents): ReadonlyArray<string> =>
  [...of.keys()].filter((id) => !other.has(id)).sort();

const difference = (now: Documents, then: Documents) => ({
  added: idsWithout(then, now),
  changed: [...then].flatMap(([id, text]) => (now.has(id) && now.get(id) !== text ? [id] : [])).sort(),
  removed: idsWithout(now, then)
});

const describe = (now: LexiconSet | null, then: LexiconSet): Report => {
  const { added, changed, removed } = difference(documentsOf(now), documentsOf(then));
  const lines = [...added.map((id) => `+ ${id}`), ...changed.map((id) => `~ ${id}`), ...removed.map((id) => `- ${id}`)];
  const isSame = lines.length === 0;
  return {
    text: [
      isSame ? "Sound, and in force already." : `Sound. An import would change:\n${lines.join("\n")}`,
      ...noticeLines(then)
    ].join("\n"),
    json: { digest: then.digest, isInForce: isSame, added, changed, removed, ...noticeJson(then) }
  };
};

const check = (paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const files = yield* (yield* LexiconFiles).read(paths);
    const then = yield* readSet(files);
    return describe(Option.getOrNull(yield* currentLexicons()), then);
  }).pipe(Effect.mapError(explainFailure));

export const checkCommand = Command.make("check", { paths, json }, ({ json, paths }) =>
  present(json, check(paths))
).pipe(Command.withDescription(commandHelp["lexicons check"].what));
