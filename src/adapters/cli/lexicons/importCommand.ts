import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { importLexicons } from "../../../application/lexicons/importLexicons.ts";
import { LexiconCatalog } from "../../../domain/lexicon/LexiconCatalog.ts";
import { commandHelp } from "../commandHelp.ts";
import { explainFailure } from "../explainFailure.ts";
import { json, present, type Report } from "../present.ts";
import { catalog } from "./currentLexicons.ts";
import { noticeJson, noticeLines } from "./describeNotices.ts";
import { LexiconFiles } from "./LexiconFiles.ts";
import { paths } from "./paths.ts";

const operator = { type: "operator", id: null } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const importAll = (paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const files = yield* (yield* LexiconFiles).read(paths);
    const before = yield* (yield* LexiconCatalog).current;
    const next = yield* importLexicons(files, operator);
    const { digest, documents, collections } = next;
    const changed = before.digest !== digest;
    const set = `${counted(documents.length, "Lexicon")} with ${counted(collections.length, "collection")}`;
    const outcome = changed ? `In force now: ${set}.` : `Nothing to do: this set of ${set} is in force already.`;
    return {
      text: [outcome, ...noticeLines(next)].join("\n"),
      json: { digest, changed, ids: documents.map(({ id }) => String(id)), ...noticeJson(next) }
    } satisfies Report;
  }).pipe(Effect.provide(catalog), Effect.mapError(explainFailure));

export const importCommand = Command.make("import", { paths, json }, ({ paths, json }) =>
  present(json, importAll(paths))
).pipe(Command.withDescription(commandHelp["lexicons import"].what));
