import * as Effect from "effect/Effect";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../adapters/cli/doctor/DoctorChecks.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { freeSpace } from "../../adapters/filesystem/freeSpace.ts";
import { isWritable } from "../../adapters/filesystem/isWritable.ts";
import { temporaryFolderOf } from "../temporaryFolderOf.ts";

const gibibyte = 1_073_741_824;

/** Below this PostgreSQL stops soon. */
const minDatabaseBytes = gibibyte;

const unwritable = "set DATA_DIR to a folder that this user may write to, or BACKFILL to false";

const inWords = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB free`;

const freeSpaceFinding =
  (path: string, least: number, remedy: string) =>
  (free: number | null): Finding => {
    if (free === null) return skipped(`nobody can tell how much is free at ${path}`);
    return free < least ? problem(`${inWords(free)} at ${path}`, remedy) : ok(`${inWords(free)} at ${path}`);
  };

/** What there is to find on this machine. */
export const machineChecks = (configuration: Configuration, hasKeys: boolean): ReadonlyArray<DoctorCheck> => {
  const { backfill, backfillConcurrency, backfillMaxBytes, databaseUrl, dataDir, production, signingKeys } =
    configuration;
  const temporaryFolder = temporaryFolderOf(dataDir);
  const count = signingKeys.length;
  const known = `${count === 1 ? "one key" : `${count} keys`}, ${signingKeys[0].kid} signs`;
  return [
    {
      name: "keys",
      title: "Keys",
      run: Effect.succeed(
        hasKeys
          ? ok(production ? known : `${known} (development)`)
          : skipped("the first start makes one for development")
      )
    },
    {
      name: "disk",
      title: "Disk of DATA_DIR",
      run:
        databaseUrl === null
          ? Effect.map(
              freeSpace(dataDir),
              freeSpaceFinding(
                dataDir,
                minDatabaseBytes,
                "free some space, or set DATA_DIR to a folder on another disk"
              )
            )
          : Effect.succeed(skipped("the database is elsewhere"))
    },
    {
      name: "temporary-folder",
      title: "Temporary folder",
      run: backfill
        ? Effect.if(isWritable(temporaryFolder), {
            onTrue: () =>
              Effect.map(
                freeSpace(temporaryFolder),
                freeSpaceFinding(
                  temporaryFolder,
                  backfillMaxBytes * backfillConcurrency,
                  "free some space, set DATA_DIR to a folder on another disk, or lower BACKFILL_MAX_BYTES or BACKFILL_CONCURRENCY"
                )
              ),
            onFalse: () => Effect.succeed(problem(`${temporaryFolder} cannot be written to`, unwritable))
          })
        : Effect.succeed(skipped("BACKFILL is false"))
    }
  ];
};

/** Warns at a start that no repository can be indexed, since its temporary file has no place. */
export const warnUnwritableTemporaryFolder = ({ backfill, dataDir }: Configuration): Effect.Effect<void> => {
  const folder = temporaryFolderOf(dataDir);
  const warning = `No repository can be indexed, since ${folder} cannot be written to: ${unwritable}`;
  return backfill
    ? Effect.if(isWritable(folder), { onTrue: () => Effect.void, onFalse: () => Effect.logWarning(warning) })
    : Effect.void;
};
