import type { Instant } from "./instant.ts";

/** Returns an instant as ISO 8601 in UTC with milliseconds, or with microseconds if it has any. */
export const instantText = (instant: Instant): string => {
  const microseconds = BigInt(instant);
  const remaining = ((microseconds % 1000n) + 1000n) % 1000n;
  const text = new Date(Number((microseconds - remaining) / 1000n)).toISOString();
  return remaining === 0n ? text : `${text.slice(0, -1)}${String(remaining).padStart(3, "0")}Z`;
};
