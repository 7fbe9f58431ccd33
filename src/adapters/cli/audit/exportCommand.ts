import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import * as Command from "@effect/cli/Command";
import * as Options from "@effect/cli/Options";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { cloudEvents } from "../../../application/audit/cloudEvents.ts";
import { type ExportEnd, type ExportFormat, exportHistory } from "../../../application/audit/exportHistory.ts";
import { ndjson } from "../../../application/audit/ndjson.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { failure, unavailable } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { choice } from "../command/choice.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json } from "../report/present.ts";
import { filterOptions, typedFilter } from "./filterOptions.ts";
import { endStream, writeOut, writeTo } from "./writeOut.ts";

const format = choice("format", ["ndjson", "cloudevents"]).pipe(
  Options.withDescription("ndjson (the usual one) holds what the leaf hashes are of; cloudevents is CloudEvents 1.0."),
  Options.withDefault("ndjson" as const)
);

const source = Options.text("source").pipe(
  Options.withPseudoName("uri"),
  Options.withDescription("The source of CloudEvents: the address of this instance, for example."),
  Options.withDefault("/tidemark")
);

const output = Options.text("output").pipe(
  Options.withPseudoName("file"),
  Options.withDescription("Write a file, which is there once it is whole; else the output of the command."),
  Options.optional
);

const incompleteExport = unavailable("The history could not be read to its end: the last line says so. Try again");

/** Writes an export, and gives what its end says. */
const exportTo = (filter: AuditFilter, { end, line }: ExportFormat, write: ReturnType<typeof writeTo>) =>
  Effect.gen(function* () {
    let given: ExportEnd = { complete: false, count: 0, lastPosition: 0 };
    const noted: ExportFormat = {
      line,
      end: (said) => {
        given = said;
        return end(said);
      }
    };
    const lines = yield* Effect.mapError(exportHistory(filter, noted), explainFailure);
    yield* Stream.runForEach(lines, write);
    return given.complete ? given : yield* incompleteExport;
  });

const notWritten = (file: string) => (cause: unknown) =>
  failure("not_written", `${file} cannot be written: ${cause instanceof Error ? cause.message : "unknown"}`, cause);

/** Other people's data: nobody but who runs the command may read it. */
const openFile = (part: string, file: string) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createWriteStream>, ReturnType<typeof failure>>((resume) => {
      const out = createWriteStream(part, { mode: 0o600 });
      out.once("error", (cause) => resume(Effect.fail(notWritten(file)(cause))));
      out.once("open", () => resume(Effect.succeed(out)));
    }),
    (out) =>
      Effect.promise(async () => {
        out.destroy();
        await rm(part, { force: true });
      })
  );

const exportToFile = (filter: AuditFilter, form: ExportFormat, file: string) =>
  Effect.gen(function* () {
    const part = `${file}.part`;
    const out = yield* openFile(part, file);
    const end = yield* exportTo(filter, form, writeTo(out));
    yield* endStream(out);
    yield* Effect.tryPromise({ try: () => rename(part, file), catch: notWritten(file) });
    return end;
  }).pipe(Effect.scoped);

export const exportCommand = Command.make(
  "export",
  { ...filterOptions, format, source, output, json },
  ({ format: name, json: asJson, output: file, source: uri, ...typed }) =>
    Effect.flatMap(CommandServices, ({ withStores }) =>
      withStores(
        Effect.gen(function* () {
          const filter = yield* typedFilter(typed);
          const form = name === "ndjson" ? ndjson : cloudEvents(uri);
          if (Option.isNone(file)) return yield* Effect.asVoid(exportTo(filter, form, writeOut));
          const { count, lastPosition } = yield* exportToFile(filter, form, file.value);
          const report = { file: file.value, count, lastPosition };
          const said = `${count} ${count === 1 ? "event" : "events"} up to position ${lastPosition} of the log: ${file.value}`;
          yield* Console.log(asJson ? JSON.stringify(report, null, 2) : said);
        })
      )
    )
).pipe(Command.withDescription(commandHelp["audit export"].what));
