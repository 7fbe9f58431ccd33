import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { traced } from "../../domain/failure/traced.ts";
import { canonicalJson } from "../../domain/json/canonicalJson.ts";
import type { LexiconFile } from "../../domain/lexicon/import/LexiconFile.ts";
import { suppliedFiles } from "../../domain/lexicon/import/LexiconRequest.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { here, left, type MoveInRow, taken } from "../../domain/movein/MoveInRow.ts";
import type { OtherLexicon } from "../../domain/movein/OtherInstance.ts";
import { readJsonText } from "../../domain/movein/readJsonText.ts";
import { requestedSet } from "../lexicons/requestedSet.ts";
import { storedLexicons } from "../lexicons/storedLexicons.ts";

/** The files to add to the active set, and a row for each Lexicon of the other instance. */
interface PlannedLexicons {
  readonly files: ReadonlyArray<LexiconFile>;
  readonly rows: ReadonlyArray<MoveInRow>;
}

const rowOf = (id: string, outcome: MoveInRow["outcome"]): MoveInRow => ({ kind: "lexicon", id, outcome });

/** Adds the files, and returns them without those that have faults, each with its first fault. */
const withoutFaults = Effect.fnUntraced(function* (current: LexiconSet, given: ReadonlyArray<LexiconFile>) {
  const faults = new Map<string, string>();
  let files = given;
  // A file without faults may have one as soon as another file is left out, so this ends after as many rounds as files.
  for (;;) {
    if (files.length === 0) return { files, faults };
    const checked = yield* Effect.either(requestedSet(current, { _tag: "Add", files }));
    if (checked._tag === "Right") return { files, faults };
    for (const { file, path, reason } of checked.left.faults) {
      if (!faults.has(file)) faults.set(file, path === "" ? reason : `${path}: ${reason}`);
    }
    const rest = files.filter(({ file }) => !faults.has(file));
    // Faults of the active set are none of theirs.
    if (rest.length === files.length) return { files: [], faults: new Map(files.map(({ file }) => [file, "invalid"])) };
    files = rest;
  }
});

type Compared = { readonly row: MoveInRow } | { readonly file: LexiconFile; readonly isReplacement: boolean };

const compare = (
  { document: text, id }: OtherLexicon,
  active: ReadonlyMap<string, string>,
  replaceLexicons: boolean
): Compared => {
  const document = readJsonText(text);
  if (Option.isNone(document)) return { row: rowOf(id, left("invalid", "is not JSON")) };
  const own = active.get(id);
  if (own === canonicalJson(document.value)) return { row: rowOf(id, here) };
  if (own !== undefined && !replaceLexicons) return { row: rowOf(id, left("lexicon-differs")) };
  return { file: { file: id, document: document.value }, isReplacement: own !== undefined };
};

/**
 * Plans which Lexicons of another instance become active here. One that has faults is left out; the others are taken. A
 * different active Lexicon with the same id stays by default.
 */
export const planLexicons = traced("planLexicons")(function* (
  lexicons: ReadonlyArray<OtherLexicon>,
  replaceLexicons: boolean
) {
  const current = yield* storedLexicons();
  const active = new Map(suppliedFiles(current).map(({ document, id }) => [id, canonicalJson(document)]));
  const compared = lexicons.map((lexicon) => compare(lexicon, active, replaceLexicons));
  const candidates = compared.flatMap((each) => ("file" in each ? [each] : []));
  const { faults, files } = yield* withoutFaults(
    current,
    candidates.map(({ file }) => file)
  );
  const ofFile = ({ file: { file: id }, isReplacement }: (typeof candidates)[number]): MoveInRow => {
    const fault = faults.get(id);
    if (fault !== undefined) return rowOf(id, left("invalid", fault));
    return rowOf(id, isReplacement ? taken({ note: "replaces", detail: "" }) : taken());
  };
  const rows = compared.map((each) => ("row" in each ? each.row : ofFile(each)));
  return { files, rows } satisfies PlannedLexicons;
});
