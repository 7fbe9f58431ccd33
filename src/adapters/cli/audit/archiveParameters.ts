import * as Effect from "effect/Effect";
import { ArchiveFiles } from "../../../domain/retention/ArchiveFiles.ts";
import { file, optional, path, repeated, textFor } from "../command/Parameter.ts";

export const archives = optional(
  "--archives",
  path,
  "The folder of archived events; by default AUDIT_ARCHIVES, or archives in DATA_DIR."
);

export const requiredArchives = optional(
  "--archives",
  path,
  "A folder that must have every archive. By default, AUDIT_ARCHIVES or archives in DATA_DIR is read, and archives that are not there are named."
);

export const retention = repeated(
  "--retention",
  textFor("class:time"),
  "A class and the days (d) or years (y) that its events are kept, such as access:90d; may be repeated. By default AUDIT_RETENTION."
);

export const archive = optional(
  "--archive",
  file,
  "An archive to print in place of the log, with the personal data of everybody who was not erased."
);

/** Runs work with the archives of another folder, if one is named. */
export const inFolder = <A, E, R>(folder: string | null, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ArchiveFiles, (files) =>
    Effect.provideService(work, ArchiveFiles, folder === null ? files : files.at(folder))
  );
