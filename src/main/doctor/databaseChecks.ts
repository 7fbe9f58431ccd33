import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { writableFinding } from "../../adapters/filesystem/diskFindings.ts";
import { type DatabaseFacts, databaseFacts } from "../../adapters/postgres/schema/databaseFacts.ts";
import {
  adminFinding,
  checkpointsFinding,
  databaseClockFinding,
  lexiconsFinding,
  migrationsFinding,
  privilegesFinding,
  versionFinding
} from "../../adapters/postgres/schema/databaseFindings.ts";
import { transactionsFinding } from "../../adapters/postgres/schema/openTransaction.ts";
import { walArchiveFinding } from "../../adapters/postgres/schema/walArchiveFinding.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

/** Null if there is no database yet; left is why it cannot be queried. */
const facts = Effect.gen(function* () {
  return (yield* databaseExists) ? yield* withDatabase(databaseFacts) : null;
}).pipe(Effect.either);

const archiveRemedy = "let this user write to WAL_ARCHIVE, on a disk with space";

/** What the environment says about the database: whether ADMIN_DIDS names any admin, and WAL_ARCHIVE. */
interface Expected {
  readonly hasAdmins: boolean;
  readonly walArchive: string | null;
}

/** The checks of the database. */
export const databaseChecks = ({ hasAdmins, walArchive }: Expected): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
  Effect.map(Effect.cached(facts), (once) => {
    const check = (
      find: (facts: DatabaseFacts) => Finding,
      onUnreachable: (message: string) => Finding
    ): Effect.Effect<Finding> =>
      Effect.map(
        once,
        Either.match({
          onLeft: ({ message }) => onUnreachable(message),
          onRight: (found) => (found === null ? skipped("the first start creates the embedded database") : find(found))
        })
      );
    const about = (find: (facts: DatabaseFacts) => Finding) =>
      check(find, () => skipped("the database cannot be reached"));
    const archive = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      about(({ archiving }) => walArchiveFinding(archiving, walArchive !== null, now))
    );
    return [
      { name: "database", title: "Database", run: check(versionFinding, (message) => problem(message)) },
      { name: "migrations", title: "Migrations", run: about(migrationsFinding) },
      { name: "privileges", title: "Privileges", run: about(privilegesFinding) },
      { name: "database-clock", title: "Database clock", run: about(databaseClockFinding) },
      {
        name: "transactions",
        title: "Transactions",
        run: about(({ oldestTransaction }) => transactionsFinding(oldestTransaction))
      },
      { name: "lexicons", title: "Lexicons", run: about(lexiconsFinding) },
      { name: "checkpoints", title: "Checkpoints", run: about(checkpointsFinding) },
      {
        name: "wal-archive",
        title: "Archive of the write-ahead log",
        run: walArchive === null ? archive : writableFinding(walArchive, archiveRemedy, archive)
      },
      {
        name: "admin",
        title: "Admin",
        run: hasAdmins ? Effect.succeed(ok("set by ADMIN_DIDS")) : about(adminFinding)
      }
    ];
  });
