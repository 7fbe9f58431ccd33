import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** The client registry of one running process, and the position of the log that it has reached. */
export const RegistryReport = Schema.Struct({
  /** The host and the process id. */
  process: Schema.String,
  position: Schema.Int,
  clients: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
});
export type RegistryReport = typeof RegistryReport.Type;

/** Exchanges the client registries of all running processes, which hold them in memory, through the shared store. */
export class RegistryReports extends Context.Tag("domain/RegistryReports")<
  RegistryReports,
  {
    /** Collects a report from every running process within 5 seconds; `silent` counts those that did not respond. */
    readonly collect: Effect.Effect<
      { readonly reports: ReadonlyArray<RegistryReport>; readonly silent: number },
      StorageUnavailable
    >;
    /** Responds to every request for a report. It never ends. */
    readonly serve: (report: Effect.Effect<Omit<RegistryReport, "process">>) => Effect.Effect<never>;
  }
>() {}
