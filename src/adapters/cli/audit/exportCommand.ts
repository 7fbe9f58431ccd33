import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { cloudEvents } from "../../../application/audit/cloudEvents.ts";
import type { ExportEnd, ExportFormat } from "../../../application/audit/ExportFormat.ts";
import { ecs } from "../../../application/audit/ecs.ts";
import { exportHistory } from "../../../application/audit/exportHistory.ts";
import { ndjson } from "../../../application/audit/ndjson.ts";
import { ocsf } from "../../../application/audit/ocsf.ts";
import { joinArchive } from "../../../application/retention/joinArchive.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { faultText } from "../../../domain/verification/Fault.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure, unavailable } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { archive } from "./archiveParameters.ts";
import { format, output, proofs, source } from "./auditParameters.ts";
import { namedClients } from "./namedClients.ts";
import { readFilter } from "./readFilter.ts";
import { readBytes } from "./readTrusted.ts";
import { endStream, writeOut, writeTo } from "./writeOut.ts";

const defaultSource = "/tidemark";

/** What is exported and how. */
interface Order {
  readonly filter: AuditFilter;
  readonly form: ExportFormat;
  readonly hasProofs: boolean;
}

const incompleteExport = ({ cause, reason }: Extract<ExportEnd, { readonly _tag: "Incomplete" }>) => {
  const line = `The export is incomplete: ${reason}`;
  return cause === "fault" ? failure("log_does_not_hold", line) : unavailable(line);
};

/** Writes an export, and returns the content of its last line. */
const exportTo = ({ filter, form, hasProofs }: Order, write: ReturnType<typeof writeTo>) =>
  Effect.gen(function* () {
    const begun = { count: 0, lastPosition: 0, cause: "unread", reason: "it was not begun" } as const;
    let last: ExportEnd = { _tag: "Incomplete", ...begun };
    const recording: ExportFormat = {
      line: form.line,
      end: (reached) => {
        last = reached;
        return form.end(reached);
      }
    };
    const lines = yield* Effect.mapError(exportHistory(filter, recording, { hasProofs }), explainFailure);
    yield* Stream.runForEach(lines, write);
    const end: ExportEnd = last;
    return end._tag === "Incomplete" ? yield* incompleteExport(end) : end;
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

/** Writes to a file that appears only when everything is written. */
const toFile = <A, E, R>(file: string, written: (write: ReturnType<typeof writeTo>) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const part = `${file}.part`;
    const out = yield* openFile(part, file);
    const result = yield* written(writeTo(out));
    yield* endStream(out);
    yield* Effect.tryPromise({ try: () => rename(part, file), catch: notWritten(file) });
    return result;
  }).pipe(Effect.scoped);

const formatOf = (given: Given): ExportFormat => {
  switch (given(format)) {
    case "cloudevents":
      return cloudEvents(given(source) ?? defaultSource);
    case "ocsf":
      return ocsf;
    case "ecs":
      return ecs;
    default:
      return ndjson;
  }
};

/** Prints an archive, or writes it to a file, with the personal values that can still be read. */
const exportArchive = Effect.fnUntraced(function* (given: Given, file: string) {
  const lines = yield* Effect.mapError(joinArchive(yield* readBytes(file)), (fault) =>
    failure("not_exported", `${file}: ${faultText(fault)}`)
  );
  const written = (write: ReturnType<typeof writeTo>) =>
    Stream.runForEach(Stream.mapError(lines, explainFailure), write);
  const to = given(output);
  if (to === null) return yield* written(writeOut);
  yield* toFile(to, written);
  yield* Console.log(given(json) ? JSON.stringify({ file: to }, null, 2) : `Exported the archive ${file} to ${to}`);
});

const exportAll = (given: Given) =>
  Effect.gen(function* () {
    const archived = given(archive);
    if (archived !== null) return yield* exportArchive(given, archived);
    const form = formatOf(given);
    const hasProofs = given(proofs);
    if (hasProofs && form !== ndjson) return yield* badUsage("--proofs is for --format ndjson");
    const order: Order = { filter: yield* Effect.provide(readFilter(given), namedClients), form, hasProofs };
    const file = given(output);
    if (file === null) return yield* Effect.asVoid(exportTo(order, writeOut));
    const { count, lastPosition } = yield* toFile(file, (write) => exportTo(order, write));
    const text = `Exported ${count} ${count === 1 ? "event" : "events"} up to position ${lastPosition} of the log to ${file}`;
    yield* Console.log(given(json) ? JSON.stringify({ file, count, lastPosition }, null, 2) : text);
  });

export const exportAudit: Run = (given) =>
  Effect.flatMap(CommandServices, ({ withStores }) => withStores(exportAll(given)));
