import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { WitnessServer } from "../../adapters/cli/audit/WitnessServer.ts";
import { Backups } from "../../adapters/cli/backup/Backups.ts";
import { DoctorChecks } from "../../adapters/cli/doctor/DoctorChecks.ts";
import { SupportBundle } from "../../adapters/cli/doctor/SupportBundle.ts";
import { keys } from "./keys.ts";
import { nameInstance } from "./nameInstance.ts";
import { newApps } from "./newApps.ts";
import { schemaMigrations } from "./schemaMigrations.ts";

/** Imported only by the command that needs them. */
const doctor = Layer.succeed(
  DoctorChecks,
  DoctorChecks.of({
    all: Effect.flatMap(
      Effect.promise(() => import("../doctor/doctorChecks.ts")),
      ({ doctorChecks }) => Effect.zipRight(nameInstance, doctorChecks)
    )
  })
);

/** Imported only by the command that needs it. */
const bundle = Layer.succeed(
  SupportBundle,
  SupportBundle.of({
    collect: (log) =>
      Effect.flatMap(
        Effect.promise(() => import("../doctor/collectBundle.ts")),
        ({ collectBundle }) => collectBundle(log)
      )
  })
);

/** Imported only by the command that needs it. */
const witness = Layer.succeed(
  WitnessServer,
  WitnessServer.of({
    run: (options, announce) =>
      Effect.flatMap(
        Effect.promise(() => import("./runWitness.ts")),
        ({ runWitness }) => runWitness(options, announce)
      )
  })
);

/** Imported only by the commands that need it. */
const backups = Layer.succeed(
  Backups,
  Backups.of({
    take: (request) =>
      Effect.flatMap(
        Effect.promise(() => import("../backup/takeBackup.ts")),
        ({ takeBackup }) => takeBackup(request)
      ),
    restore: (request) =>
      Effect.flatMap(
        Effect.promise(() => import("../backup/restoreBackup.ts")),
        ({ restoreBackup }) => restoreBackup(request)
      )
  })
);

/** The services of the commands that open no stores. */
export const commandTools = Layer.mergeAll(keys, backups, newApps, schemaMigrations, doctor, bundle, witness);
