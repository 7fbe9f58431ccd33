import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { DoctorChecks } from "../../adapters/cli/doctor/DoctorChecks.ts";
import { keys } from "./keys.ts";
import { schemaMigrations } from "./schemaMigrations.ts";

/** Loaded for the one command that needs them. */
const doctor = Layer.succeed(
  DoctorChecks,
  DoctorChecks.of({
    all: Effect.flatMap(
      Effect.promise(() => import("../doctor/doctorChecks.ts")),
      ({ doctorChecks }) => doctorChecks
    )
  })
);

/** What commands work with that do without the stores of the service. */
export const commandTools = Layer.mergeAll(keys, schemaMigrations, doctor);
