import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { archiveEvents } from "../../../application/retention/archiveEvents.ts";
import { RetentionSettings } from "../../../application/retention/RetentionSettings.ts";
import { storedArchives } from "../../../application/retention/storedArchives.ts";
import { ArchiveFiles } from "../../../domain/retention/ArchiveFiles.ts";
import type { EventsArchived } from "../../../domain/retention/EventsArchived.ts";
import { retentionClasses } from "../../../domain/retention/RetentionClass.ts";
import { parseRetentionLimit } from "../../../domain/retention/RetentionLimit.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure, unavailable } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { archives, inFolder, retention } from "./archiveParameters.ts";

const noLimits = badUsage(
  "--retention is missing, and AUDIT_RETENTION is not set: name a class and a time, such as --retention access:90d"
);

const readLimits = (texts: ReadonlyArray<string>) =>
  texts.length === 0
    ? RetentionSettings
    : Effect.forEach(texts, (text) =>
        Either.match(parseRetentionLimit(text), {
          onLeft: (reason) => Effect.fail(badUsage(`--retention: "${text}" ${reason}`)),
          onRight: Effect.succeed
        })
      );

const waitFor = {
  changed: "Another process archives events at the moment: try again when it has ended",
  "history-behind":
    "The audit index is behind the log, as it is while an older version runs beside this one: stop that version, then try again",
  rebuilding: "The stored projections are being rebuilt: try again when the rebuild has ended"
} as const;

const explained = <A, R>(work: Effect.Effect<A, Effect.Effect.Error<ReturnType<typeof archiveEvents>>, R>) =>
  Effect.mapError(work, (error) => {
    switch (error._tag) {
      case "ArchiveRefused":
        return failure("not_archived", error.message);
      case "ArchiveUnavailable":
        return unavailable(`No archive was written: ${error.message}`, error);
      case "ArchivalRefused":
        return unavailable(waitFor[error.reason]);
      case "VersionConflict":
        return unavailable(waitFor.changed);
      case "TilesMissing":
        return unavailable("The tree of the log does not have all of its tiles: run tidemark audit verify", error);
      default:
        return explainFailure(error);
    }
  });

/** The files that an interrupted call left behind: their events are still in the log. */
const leftOver = Effect.gen(function* () {
  const named = (yield* Effect.forEach(retentionClasses, storedArchives)).flat().map((each) => each.named.file);
  return (yield* (yield* ArchiveFiles).names).filter((file) => !named.includes(file));
});

const describe = (events: ReadonlyArray<EventsArchived>, leftovers: ReadonlyArray<string>, folder: string): Report => {
  const archived = events.map(({ class: of, count, file }) => `Archived ${count} events of ${of} in ${file}`);
  const unnamed = leftovers.map(
    (file) => `${file} is no archive of this log: its events are in the database. It can be deleted`
  );
  const lines = [
    ...(archived.length === 0 ? ["No events are old enough"] : [...archived, `The archives are in ${folder}`]),
    ...unnamed
  ];
  return {
    text: lines.join("\n"),
    json: {
      folder,
      archived: events.map(({ class: of, count, file, firstPosition, lastPosition, sha256 }) => ({
        ...{ class: of, count, file, firstPosition, lastPosition, sha256 }
      })),
      leftovers
    }
  };
};

const archiveAll = Effect.fnUntraced(function* (given: Given) {
  const limits = yield* readLimits(given(retention));
  if (limits.length === 0) return yield* noLimits;
  const archived = yield* explained(
    Effect.forEach(limits, (limit) => archiveEvents(limit, { actor: { type: "operator", id: null } }))
  );
  const leftovers = yield* Effect.mapError(leftOver, (error) =>
    error._tag === "ArchiveUnavailable" ? unavailable(error.message, error) : explainFailure(error)
  );
  return describe(archived.flat(), leftovers, (yield* ArchiveFiles).folder);
});

/** Archives the events that are older than the limits. */
export const archiveAudit: Run = (given) => present(given, inFolder(given(archives), archiveAll(given)));
