/** Returns for how many milliseconds a `Retry-After` header (RFC 9110, section 10.2.3) asks to wait; null without a valid one. */
export const readRetryAfter = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // A date has the name of a month. What JavaScript reads as a date beyond that, such as "-1", is none.
  const date = /^[A-Z][a-z]{2},? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};
