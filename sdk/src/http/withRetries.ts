import { hasReason } from "../hasReason.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Platform } from "./Platform.ts";

/** The codes for a mutation that is repeated with its key before the first attempt has finished. */
const stillWriting: ReadonlyArray<string | undefined> = ["WRITE_IN_PROGRESS", "WRITE_UNSETTLED"];

const isTransient = (error: unknown): boolean =>
  hasReason(error, "unreachable", "unavailable") ||
  (error instanceof TidemarkError && stillWriting.includes(error.code));

/**
 * Repeats an operation that got no response, because the response may have been lost. `waits` are the delays in
 * milliseconds. No attempt starts later than `until` milliseconds after the first one.
 */
export const withRetries = async <A>(
  { now, wait }: Platform,
  { until, waits }: { readonly until: number; readonly waits: ReadonlyArray<number> },
  attempt: () => Promise<A>
): Promise<A> => {
  const start = now();
  for (const delay of waits) {
    try {
      return await attempt();
    } catch (error) {
      const requested = error instanceof TidemarkError ? (error.retryAfter ?? 0) * 1000 : 0;
      const next = Math.max(delay, requested);
      if (!isTransient(error) || now() - start + next > until) throw error;
      await wait(next);
    }
  }
  return attempt();
};
