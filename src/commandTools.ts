import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Examinations } from "./adapters/cli/doctor/Examinations.ts";
import { keys } from "./keys.ts";
import { schemaMigrations } from "./schemaMigrations.ts";

/** Loaded for the one command that needs them. */
const doctor = Layer.succeed(
  Examinations,
  Examinations.of({
    all: Effect.flatMap(
      Effect.promise(() => import("./examinations.ts")),
      ({ examinations }) => examinations
    )
  })
);

/** What commands work with that do without the stores of the service. */
export const commandTools = Layer.mergeAll(keys, schemaMigrations, doctor);
