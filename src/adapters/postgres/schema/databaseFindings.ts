import { type Finding, ok, problem, skipped } from "../../../application/instance/DoctorCheck.ts";
import { docsPath } from "../../../domain/documentation/docsUrl.ts";
import type { DatabaseFacts } from "./databaseFacts.ts";
import { oldestVersion } from "./requireSupported.ts";

/** In milliseconds. */
const maxClockSkewMs = 5_000;

/** Checks that the version and encoding of the database are supported. */
export const versionFinding = ({ encoding, majorVersion, version }: DatabaseFacts): Finding => {
  if (majorVersion < oldestVersion) {
    return problem(
      `PostgreSQL ${version} is older than ${oldestVersion}`,
      `move to PostgreSQL ${oldestVersion} or later`
    );
  }
  return encoding === "UTF8"
    ? ok(`PostgreSQL ${version}`)
    : problem(`PostgreSQL ${version} with the encoding ${encoding}`, "recreate the database with encoding 'UTF8'");
};

/** Checks that all migrations of this version are applied, and no others. */
export const migrationsFinding = ({ schema: { applied, pending, unknown } }: DatabaseFacts): Finding => {
  const names = (list: DatabaseFacts["schema"]["pending"]) => list.map(({ name }) => name).join(", ");
  if (unknown.length > 0) {
    return problem(`a later version of Tidemark applied ${names(unknown)}`, "run that version, or restore a backup");
  }
  return pending.length === 0
    ? ok(`all ${applied.length} are applied`)
    : problem(
        `${pending.length === 1 ? "one is" : `${pending.length} are`} pending: ${names(pending)}`,
        "run tidemark migrate, or start the service"
      );
};

/** Checks that the user may migrate the schema and create temporary tables. */
export const privilegesFinding = ({ mayCompare, mayMigrate, role, schema, user }: DatabaseFacts): Finding => {
  if (!mayMigrate) return problem(`${user} may not change the schema`, `run alter database … owner to ${user}`);
  if (!mayCompare) {
    return problem(`${user} may not create temporary tables`, `run grant temporary on database … to ${user}`);
  }
  if (schema.applied.length === 0) return ok(`${user} may create everything that the service needs`);
  return role === null
    ? ok(
        `${user} owns everything; the service acts as the owner of the log, because the user may not act as a role tidemark_app`
      )
    : ok(`${user} owns everything; the service acts as ${role}, which may append to the log but not change it`);
};

/** Checks that the clock of the database agrees with that of this machine. */
export const databaseClockFinding = ({ ahead }: DatabaseFacts): Finding =>
  Math.abs(ahead) <= maxClockSkewMs
    ? ok(`${Math.abs(ahead)} ms apart from the clock of the database`)
    : problem(
        `the clock of the database is ${Math.abs(Math.round(ahead / 1000))} s ${ahead > 0 ? "ahead" : "behind"}`,
        "enable NTP on both machines; until then the service goes by the clock of the database, unless FOLLOW_DATABASE_CLOCK is false"
      );

/** Checks that Lexicons are active. */
export const lexiconsFinding = ({ lexicons }: DatabaseFacts): Finding =>
  lexicons === 0
    ? problem("no Lexicons are active", "start the service, or run tidemark lexicons import lexicons")
    : ok(`${lexicons} are active`);

/** Seconds that an event may wait for its checkpoint, so that a service which starts is no problem. */
const longestWait = 600;

/** Checks that the log has a checkpoint of all of its events, but the latest. */
export const checkpointsFinding = ({ sealing }: DatabaseFacts): Finding => {
  if (sealing === null) return skipped("the first start of this version signs checkpoints");
  const { head, sealed, waitedSeconds } = sealing;
  if (head < sealed)
    return problem(
      `the log has ${head} events, and its latest checkpoint is of ${sealed}`,
      `restore a backup with all of these events (see ${docsPath("operations", "when-sealing-is-refused")} of an instance)`
    );
  return waitedSeconds > longestWait
    ? problem(
        `${head - sealed} events have no checkpoint, the oldest for ${Math.round(waitedSeconds / 60)} minutes`,
        "start the service; if it runs, look for an error about checkpoints in its log"
      )
    : ok(`the latest is of ${sealed} of ${head} events`);
};

/** Checks that the instance has an admin, or a setup token for one. */
export const adminFinding = ({ admins, setupTokenWaits }: DatabaseFacts): Finding => {
  if (admins > 0) return ok(admins === 1 ? "1 account is an admin" : `${admins} accounts are admins`);
  return setupTokenWaits
    ? ok("no account is an admin yet; a setup token can be used at /settings")
    : problem("no account is an admin", "run tidemark setup-token, or set ADMIN_DIDS");
};
