import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { BackupManifest, NeededKeys } from "../../../domain/backup/BackupManifest.ts";
import type { Problem } from "../report/explainProblem.ts";

/** A backup to take. */
export interface BackupRequest {
  readonly folder: string;
  /** How many backups the folder keeps; null for all. */
  readonly keep: number | null;
  /** Reports the bytes that were copied, and how many there are about. */
  readonly onProgress: (bytes: number, total: number) => Effect.Effect<void>;
}

/** A backup that was taken. */
export interface TakenBackup {
  readonly path: string;
  readonly manifest: BackupManifest;
  readonly archives: number;
  readonly removed: { readonly backups: ReadonlyArray<string>; readonly walFiles: number };
}

/** What to restore, and where to. */
export interface RestoreRequest {
  readonly folder: string;
  /** Unix milliseconds; null for the latest state. */
  readonly to: number | null;
  /** The archive of the write-ahead log; null for `wal` in the folder of the backups, if there is one. */
  readonly walArchive: string | null;
  /** The data folder of a server of one's own; null for the embedded database. */
  readonly into: string | null;
}

/** What a restored database holds. */
export interface RestoredDatabase {
  readonly events: number;
  /** The time of the last change in it, as ISO 8601; null if only the backup was recovered. */
  readonly lastChangeAt: string | null;
}

/** A backup that was restored. */
export interface Restored {
  readonly backup: string;
  readonly manifest: BackupManifest;
  readonly folder: string;
  readonly walArchive: string | null;
  /** Null for a server of one's own, which recovers when it starts. */
  readonly database: RestoredDatabase | null;
  /** The keys that the data needs and this environment lacks. */
  readonly missingKeys: NeededKeys;
}

/** Backs up the database of an instance, and restores it. */
export class Backups extends Context.Tag("cli/Backups")<
  Backups,
  {
    readonly take: (request: BackupRequest) => Effect.Effect<TakenBackup, Problem>;
    readonly restore: (request: RestoreRequest) => Effect.Effect<Restored, Problem>;
  }
>() {}
