import type { Fault } from "../../domain/verification/Fault.ts";

/** The result of a verification: how many events were checked, the size and root of their tree, and the first fault. */
export interface VerifyReport {
  readonly checked: number;
  /** The number of events that a checkpoint covers. */
  readonly size: number;
  /** In base64. */
  readonly rootHash: string | null;
  readonly firstBad: Fault | null;
}

/** The result of a verification of the database. */
export interface LogReport extends VerifyReport {
  /** How many of the events are archived. */
  readonly archived: number;
  /** The archives that are not in the folder, with the number of events whose contents were not verified. */
  readonly missingArchives: ReadonlyArray<{ readonly file: string; readonly events: number }>;
}
