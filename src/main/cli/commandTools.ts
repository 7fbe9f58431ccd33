import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { DoctorChecks } from "../../adapters/cli/doctor/DoctorChecks.ts";
import { keys } from "./keys.ts";
import { schemaMigrations } from "./schemaMigrations.ts";

/** Imported only by the command that needs them. */
const doctor = Layer.succeed(
  DoctorChecks,
  DoctorChecks.of({
    all: Effect.flatMap(
      Effect.promise(() => import("../doctor/doctorChecks.ts")),
      ({ doctorChecks }) => doctorChecks
    )
  })
);

/** The services of the commands that open no stores. */
export const commandTools = Layer.mergeAll(keys, schemaMigrations, doctor);
