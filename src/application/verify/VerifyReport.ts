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
