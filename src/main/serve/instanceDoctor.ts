import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { InstanceDoctor } from "../../application/instance/InstanceDoctor.ts";
import { concurrentChecks, runCheck } from "../../application/instance/runCheck.ts";

/** Imported only when the checks are run. */
const runChecks = Effect.promise(() => import("../doctor/doctorChecks.ts")).pipe(
  Effect.flatMap(({ doctorChecks }) => doctorChecks),
  Effect.flatMap((checks) => Effect.forEach(checks, runCheck, { concurrency: concurrentChecks }))
);

/** The checks of `tidemark doctor` in the environment of this process. */
export const layer = Layer.effect(
  InstanceDoctor,
  Effect.map(Effect.cachedWithTTL(runChecks, "1 second"), (examine) => InstanceDoctor.of({ examine }))
);
