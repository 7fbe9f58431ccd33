import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { CheckResult } from "./runCheck.ts";

/** The checks of `tidemark doctor` that this process makes of itself and its surroundings. */
export class InstanceDoctor extends Context.Tag("application/InstanceDoctor")<
  InstanceDoctor,
  {
    /** Runs the checks. Callers at the same time share one run. */
    readonly examine: Effect.Effect<ReadonlyArray<CheckResult>>;
  }
>() {}
