import { type Reason, TidemarkError } from "./TidemarkError.ts";

/** Whether something failed for one of these reasons. */
export const hasReason = (error: unknown, ...reasons: ReadonlyArray<Reason>): error is TidemarkError =>
  error instanceof TidemarkError && reasons.includes(error.reason);
