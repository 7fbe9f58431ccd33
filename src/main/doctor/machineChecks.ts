import * as Effect from "effect/Effect";
import { archivesFolder } from "../../adapters/configuration/archivesFolder.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { freeSpaceFinding, writableFinding } from "../../adapters/filesystem/diskFindings.ts";
import { type DoctorCheck, type Finding, ok, skipped } from "../../application/instance/DoctorCheck.ts";
import { temporaryFolderOf, unwritableTemporaryFolderRemedy } from "../storageLocation.ts";

/** In bytes. PostgreSQL stops soon when less is free. */
const minDatabaseBytes = 1_073_741_824;

const keys = ({ production, signingKeys }: Configuration, hasKeys: boolean): Finding => {
  if (!hasKeys) return skipped("the first start generates one for development");
  const count = signingKeys.length === 1 ? "1 key" : `${signingKeys.length} keys`;
  return ok(`${count}, ${signingKeys[0].kid} signs${production ? "" : " (development)"}`);
};

const disk = ({ databaseUrl, dataDir }: Configuration): Effect.Effect<Finding> =>
  databaseUrl === null
    ? freeSpaceFinding(dataDir, minDatabaseBytes, "free some space, or set DATA_DIR to a folder on another disk")
    : Effect.succeed(skipped("the database is elsewhere"));

const temporaryFolder = ({ backfill, backfillConcurrency, backfillMaxBytes, dataDir }: Configuration) => {
  const folder = temporaryFolderOf(dataDir);
  const space = freeSpaceFinding(
    folder,
    backfillMaxBytes * backfillConcurrency,
    "free some space, set DATA_DIR to a folder on another disk, or lower BACKFILL_MAX_BYTES or BACKFILL_CONCURRENCY"
  );
  return backfill
    ? writableFinding(folder, unwritableTemporaryFolderRemedy, space)
    : Effect.succeed(skipped("BACKFILL is false"));
};

/** In bytes. A day of archives rarely takes more. */
const minArchiveBytes = 268_435_456;

const archives = ({ auditArchives, auditRetention, dataDir }: Configuration) => {
  const folder = archivesFolder(auditArchives, dataDir);
  const remedy = "set AUDIT_ARCHIVES to a folder that this user may write to, on a disk with space";
  return auditRetention.length === 0
    ? Effect.succeed(skipped("AUDIT_RETENTION is not set"))
    : writableFinding(folder, remedy, freeSpaceFinding(folder, minArchiveBytes, remedy));
};

/** The checks of the keys and disks of this machine; `hasKeys` is false if its keys exist only for these checks. */
export const machineChecks = (configuration: Configuration, hasKeys: boolean): ReadonlyArray<DoctorCheck> => [
  { name: "keys", title: "Keys", run: Effect.succeed(keys(configuration, hasKeys)) },
  { name: "disk", title: "Disk of DATA_DIR", run: disk(configuration) },
  { name: "temporary-folder", title: "Temporary folder", run: temporaryFolder(configuration) },
  { name: "archives", title: "Archives of old events", run: archives(configuration) }
];
