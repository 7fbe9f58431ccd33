import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ProcessGauges, ProcessIdentity } from "../../domain/health/ProcessReports.ts";

/** What this process knows about itself. */
export class ThisProcess extends Context.Tag("application/ThisProcess")<
  ThisProcess,
  {
    readonly identity: ProcessIdentity;
    /** Measures the process. What is measured over time begins at the previous call. */
    readonly measure: Effect.Effect<ProcessGauges>;
  }
>() {}
