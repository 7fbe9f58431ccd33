import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { cloudEvents } from "../../../application/audit/cloudEvents.ts";
import { type ExportEnd, type ExportFormat, exportHistory } from "../../../application/audit/exportHistory.ts";
import { ndjson } from "../../../application/audit/ndjson.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import type { Given, Run } from "../command/Command.ts";
import { failure, unavailable } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { format, output, source } from "./auditParameters.ts";
import { readFilter } from "./readFilter.ts";
import { endStream, writeOut, writeTo } from "./writeOut.ts";

const defaultSource = "/tidemark";

const incompleteExport = unavailable(
  "The history could not be read to its end, so the export is incomplete; try again"
);

/** Writes an export, and returns the content of its last line. */
const exportTo = (filter: AuditFilter, { end, line }: ExportFormat, write: ReturnType<typeof writeTo>) =>
  Effect.gen(function* () {
    let last: ExportEnd = { complete: false, count: 0, lastPosition: 0 };
    const recording: ExportFormat = {
      line,
      end: (reached) => {
        last = reached;
        return end(reached);
      }
    };
    const lines = yield* Effect.mapError(exportHistory(filter, recording), explainFailure);
    yield* Stream.runForEach(lines, write);
    return last.complete ? last : yield* incompleteExport;
  });

const notWritten = (file: string) => (cause: unknown) =>
  failure(
    "not_written",
    `${file} cannot be written: ${cause instanceof Error ? cause.message : "unknown error"}`,
    cause
  );

/** Only the user who runs the command may read the file: it holds data about others. */
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

const exportFormat = (given: Given): ExportFormat =>
  given(format) === "cloudevents" ? cloudEvents(given(source) ?? defaultSource) : ndjson;

const exportAll = (given: Given) =>
  Effect.gen(function* () {
    const filter = yield* readFilter(given);
    const file = given(output);
    if (file === null) return yield* Effect.asVoid(exportTo(filter, exportFormat(given), writeOut));
    const { count, lastPosition } = yield* exportToFile(filter, exportFormat(given), file);
    const text = `Exported ${count} ${count === 1 ? "event" : "events"} up to position ${lastPosition} of the log to ${file}`;
    yield* Console.log(given(json) ? JSON.stringify({ file, count, lastPosition }, null, 2) : text);
  });

export const exportAudit: Run = (given) =>
  Effect.flatMap(CommandServices, ({ withStores }) => withStores(exportAll(given)));
