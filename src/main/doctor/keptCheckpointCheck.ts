import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as CheckpointSignerEd25519 from "../../adapters/crypto/CheckpointSignerEd25519.ts";
import * as KeptCheckpointFile from "../../adapters/filesystem/KeptCheckpointFile.ts";
import * as SealedTreePostgres from "../../adapters/postgres/transparency/SealedTreePostgres.ts";
import { type DoctorCheck, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { inspectKept } from "../../application/transparency/keptCheckpoint.ts";
import { docsPath } from "../../domain/documentation/docsUrl.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

const remedy = `restore a backup that has it, or begin a new log (see ${docsPath("operations", "when-sealing-is-refused")} of an instance)`;

const compare = ({ auditKeys, baseUrl, dataDir }: Configuration) =>
  inspectKept.pipe(
    Effect.map((found) => {
      if (found === null) return skipped(`${dataDir} has no checkpoint yet`);
      const { isLost, kept } = found;
      return isLost
        ? problem(
            `${dataDir} has a checkpoint of ${kept.size} events that the database lacks: it was restored from an older backup`,
            remedy
          )
        : ok(`the database has the checkpoint of ${kept.size} events in ${dataDir}`);
    }),
    Effect.catchTag("KeptCheckpointUnavailable", ({ message }) => Effect.succeed(problem(message))),
    Effect.orElseSucceed(() => skipped("the database is not migrated yet")),
    Effect.provide(
      Layer.mergeAll(
        SealedTreePostgres.layer,
        KeptCheckpointFile.layer(dataDir),
        CheckpointSignerEd25519.layer({ keys: auditKeys, publicUrl: baseUrl })
      )
    )
  );

/** Checks that the database has the checkpoint that is kept in the data folder. */
export const keptCheckpointCheck = (configuration: Configuration): DoctorCheck => ({
  name: "kept-checkpoint",
  title: "Checkpoint in DATA_DIR",
  run: Effect.gen(function* () {
    if (yield* databaseExists) return yield* withDatabase(compare(configuration));
    return skipped("the first start creates the embedded database");
  }).pipe(Effect.catchAll(() => Effect.succeed(skipped("the database cannot be reached"))))
});
