import { hasReason } from "../hasReason.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Platform } from "./Platform.ts";

/** The codes for a mutation that is repeated with its key before the first attempt has finished. */
const stillWriting: ReadonlyArray<string | undefined> = ["WRITE_IN_PROGRESS", "WRITE_UNSETTLED"];

/** How long after the first attempt the last one may start, in milliseconds. */
const lastAttemptMs = 25_000;

const isTransient = (error: unknown): boolean =>
  hasReason(error, "unreachable", "unavailable") ||
  (error instanceof TidemarkError && stillWriting.includes(error.code));

/**
 * Repeats an operation that got no response, because the response may have been lost. `waits` are the delays in
 * milliseconds. The server repeats a lost response for 30 seconds, and after that, a repeated request for tokens ends the
 * login: no attempt starts later than 25 seconds after the first one.
 */
export const withRetries = async <A>(
  { now, wait }: Platform,
  attempt: () => Promise<A>,
  waits: ReadonlyArray<number> = [500, 1500]
): Promise<A> => {
  const start = now();
  for (const delay of waits) {
    try {
      return await attempt();
    } catch (error) {
      const requested = error instanceof TidemarkError ? (error.retryAfter ?? 0) * 1000 : 0;
      const next = Math.max(delay, requested);
      if (!isTransient(error) || now() - start + next > lastAttemptMs) throw error;
      await wait(next);
    }
  }
  return attempt();
};
