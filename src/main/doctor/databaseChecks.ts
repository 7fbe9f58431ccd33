import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
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
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

/** Null if there is no database yet; left is why it cannot be queried. */
const facts = Effect.gen(function* () {
  return (yield* databaseExists) ? yield* withDatabase(databaseFacts) : null;
}).pipe(Effect.either);

/** The checks of the database; `hasAdmins` tells whether ADMIN_DIDS names any admin. */
export const databaseChecks = (hasAdmins: boolean): Effect.Effect<ReadonlyArray<DoctorCheck>> =>
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
        name: "admin",
        title: "Admin",
        run: hasAdmins ? Effect.succeed(ok("set by ADMIN_DIDS")) : about(adminFinding)
      }
    ];
  });
