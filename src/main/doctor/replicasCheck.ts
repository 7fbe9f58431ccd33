import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { inspectReplicas } from "../../adapters/postgres/replica/inspectReplicas.ts";
import { type DoctorCheck, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";

const remedy = "correct DATABASE_READ_URL or the replica; until then the primary answers all queries";

/** Checks whether the read replicas are replicas of the database. */
export const replicasCheck = ({ databaseReadUrls, databaseUrl }: Configuration): DoctorCheck => ({
  name: "replicas",
  title: "Read replicas",
  run: Effect.gen(function* () {
    if (databaseUrl === null || databaseReadUrls.length === 0) return skipped("DATABASE_READ_URL is not set");
    const problems = yield* inspectReplicas(databaseUrl, databaseReadUrls);
    if (problems === null) return skipped("the database cannot be reached");
    if (problems.length > 0) return problem(problems.join("\n"), remedy);
    return ok(databaseReadUrls.length === 1 ? "1 replica of this database" : `${databaseReadUrls.length} replicas`);
  })
});
