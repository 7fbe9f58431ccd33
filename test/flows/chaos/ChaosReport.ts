import type { FaultTag } from "./Fault.ts";

/** What came of a run. */
export interface ChaosReport {
  readonly seed: number;
  readonly seconds: number;
  /** How often each fault happened. */
  readonly faults: Readonly<Partial<Record<FaultTag, number>>>;
  /** Faults that this machine cannot inject. */
  readonly without: ReadonlyArray<FaultTag>;
  readonly events: number;
  readonly records: number;
  readonly directRecords: number;
  readonly logins: number;
  readonly refreshes: number;
  readonly reads: number;
  readonly clients: number;
  readonly retries: number;
  readonly failedStarts: number;
  /** The ends of sessions and authorizations in the log, by reason. */
  readonly ends: Readonly<Record<string, number>>;
  /** The medians of the memory of the node that was never killed, in megabytes. */
  readonly memory: { readonly first: number; readonly last: number };
  /** What must not be; nothing after a good run. */
  readonly violations: ReadonlyArray<string>;
}
