import { type Reason, TidemarkError } from "./TidemarkError.ts";

/** Whether an error has one of these reasons. */
export const hasReason = (error: unknown, ...reasons: ReadonlyArray<Reason>): error is TidemarkError =>
  error instanceof TidemarkError && reasons.includes(error.reason);
