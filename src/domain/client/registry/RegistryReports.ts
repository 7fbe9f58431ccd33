import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** The client registry of one running process, and the position of the log that it has come to. */
export const RegistryReport = Schema.Struct({
  /** Host and process id. */
  process: Schema.String,
  position: Schema.Int,
  clients: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
});
export type RegistryReport = typeof RegistryReport.Type;

/** The registries of the processes that run, which hold them in memory: asked for and told through what they share. */
export class RegistryReports extends Context.Tag("domain/RegistryReports")<
  RegistryReports,
  {
    /** What every running process has now, within 5 seconds; `silent` is how many said nothing. */
    readonly ask: Effect.Effect<
      { readonly reports: ReadonlyArray<RegistryReport>; readonly silent: number },
      StorageUnavailable
    >;
    /** Answers whoever asks, for ever. */
    readonly answer: (report: Effect.Effect<Omit<RegistryReport, "process">>) => Effect.Effect<never>;
  }
>() {}
