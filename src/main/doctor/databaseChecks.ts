import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../adapters/cli/doctor/DoctorChecks.ts";
import { type DatabaseFacts, databaseFacts } from "../../adapters/postgres/schema/databaseFacts.ts";
import { oldestVersion as oldest } from "../../adapters/postgres/schema/requireSupported.ts";
import { databaseExists, withDatabase } from "../cli/schemaMigrations.ts";

/** Milliseconds; proofs and tokens of others are judged by the clock of the machine, the log by that of the database. */
const maxClockSkewMs = 5_000;

const notCreatedYet = "the embedded database is made by the first start";

/** Null before there is a database; left is why it cannot be asked. */
const facts = Effect.gen(function* () {
  return (yield* databaseExists) ? yield* withDatabase(databaseFacts) : null;
}).pipe(Effect.either);

const version = ({ encoding, majorVersion, version }: DatabaseFacts): Finding => {
  if (majorVersion < oldest) {
    return problem(`PostgreSQL ${version} is older than ${oldest}`, `move to PostgreSQL ${oldest} or later`);
  }
  return encoding === "UTF8"
    ? ok(`PostgreSQL ${version}`)
    : problem(`PostgreSQL ${version}, in ${encoding}`, "create the database anew with encoding 'UTF8'");
};

const migrations = ({ schema: { applied, pending, unknown } }: DatabaseFacts): Finding => {
  const names = (list: DatabaseFacts["schema"]["pending"]) => list.map(({ name }) => name).join(", ");
  if (unknown.length > 0) {
    return problem(`a later version of Tidemark applied ${names(unknown)}`, "run that version, or restore a backup");
  }
  return pending.length === 0
    ? ok(`all ${applied.length} are applied`)
    : problem(
        `${pending.length === 1 ? "one is" : `${pending.length} are`} pending: ${names(pending)}`,
        "tidemark migrate, or start the service"
      );
};

const privileges = ({ mayCompare, mayMigrate, role, schema, user }: DatabaseFacts): Finding => {
  if (!mayMigrate) return problem(`${user} may not change the schema`, `alter database … owner to ${user}`);
  if (!mayCompare) return problem(`${user} may create no temporary tables`, `grant temporary on database … to ${user}`);
  if (schema.applied.length === 0) return ok(`${user} may create what is needed`);
  return role === null
    ? ok(
        `${user} owns everything; the service acts as the owner of the log, since there is no role tidemark_app for it`
      )
    : ok(`${user} owns everything; the service acts as ${role}, which may add to the log and not change it`);
};

const clock = ({ ahead }: DatabaseFacts): Finding =>
  Math.abs(ahead) <= maxClockSkewMs
    ? ok(`${Math.abs(ahead)} ms apart from the database`)
    : problem(
        `the clock of the database is ${Math.abs(Math.round(ahead / 1000))} s ${ahead > 0 ? "ahead" : "behind"}`,
        "let both machines take their time from NTP"
      );

const lexicons = ({ lexicons }: DatabaseFacts): Finding =>
  lexicons === 0
    ? problem("none are in force", "start the service, or tidemark lexicons import lexicons")
    : ok(`${lexicons} in force`);

const admin = ({ admins, setupTokenWaits }: DatabaseFacts): Finding => {
  if (admins > 0) return ok(admins === 1 ? "one account administers it" : `${admins} accounts administer it`);
  return setupTokenWaits
    ? ok("a set-up token waits to be used at /settings")
    : problem("nobody administers this instance", "tidemark setup-token, or set ADMIN_DIDS");
};

/** What there is to find in the database; `hasAdmins` says that the environment names some. */
export const databaseChecks = (hasAdmins: Effect.Effect<boolean>): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
  Effect.map(Effect.cached(facts), (once) => {
    const about = (find: (found: DatabaseFacts) => Finding): Effect.Effect<Finding> =>
      Effect.map(
        once,
        Either.match({
          onLeft: () => skipped("not before the database can be reached"),
          onRight: (found) => (found === null ? skipped(notCreatedYet) : find(found))
        })
      );
    const reached = Effect.map(
      once,
      Either.match({
        onLeft: ({ message }) => problem(message),
        onRight: (found) => (found === null ? skipped(notCreatedYet) : version(found))
      })
    );
    return [
      { name: "database", title: "Database", run: reached },
      { name: "migrations", title: "Migrations", run: about(migrations) },
      { name: "privileges", title: "Privileges", run: about(privileges) },
      { name: "database-clock", title: "Clock of the database", run: about(clock) },
      { name: "lexicons", title: "Lexicons", run: about(lexicons) },
      {
        name: "admin",
        title: "Admin",
        run: Effect.flatMap(hasAdmins, (named) => (named ? Effect.succeed(ok("ADMIN_DIDS names them")) : about(admin)))
      }
    ];
  });
