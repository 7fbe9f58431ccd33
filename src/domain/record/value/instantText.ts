import type { Instant } from "./instant.ts";

/** An instant as ISO 8601 in UTC with milliseconds, or with microseconds where it has any. */
export const instantText = (instant: Instant): string => {
  const microseconds = BigInt(instant);
  const rest = ((microseconds % 1000n) + 1000n) % 1000n;
  const text = new Date(Number((microseconds - rest) / 1000n)).toISOString();
  return rest === 0n ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
};
