import { hasReason } from "../hasReason.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Platform } from "./Platform.ts";

/** A mutation that is repeated under its key before the first one was done. */
const stillWriting: ReadonlyArray<string | undefined> = ["WRITE_IN_PROGRESS", "WRITE_UNSETTLED"];

const isTransient = (error: unknown): boolean =>
  hasReason(error, "unreachable", "unavailable") ||
  (error instanceof TidemarkError && stillWriting.includes(error.code));

/**
 * Does something again when no answer came, since it may have been the answer that was lost. `waits` are the pauses in
 * milliseconds; nothing is begun again later than `until`, in milliseconds after the first time.
 */
export const withRetries = async <A>(
  { now, wait }: Platform,
  { until, waits }: { readonly until: number; readonly waits: ReadonlyArray<number> },
  attempt: () => Promise<A>
): Promise<A> => {
  const begun = now();
  for (const pause of waits) {
    try {
      return await attempt();
    } catch (error) {
      const asked = error instanceof TidemarkError ? (error.retryAfter ?? 0) * 1000 : 0;
      const next = Math.max(pause, asked);
      if (!isTransient(error) || now() - begun + next > until) throw error;
      await wait(next);
    }
  }
  return attempt();
};
