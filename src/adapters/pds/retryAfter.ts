const wholeNumber = /^\d{1,10}$/;

const secondsUntil = (instant: number, now: number): number | null =>
  Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now) / 1000));

/**
 * Returns how many seconds to wait before the next request: `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3),
 * otherwise the Unix time in `RateLimit-Reset`, which PDSes send; null without either. `now` is in Unix milliseconds.
 */
export const retryAfter = (headers: Readonly<Record<string, string>>, now: number): number | null => {
  const { "ratelimit-remaining": remaining, "ratelimit-reset": reset, "retry-after": after } = headers;
  if (after !== undefined) return wholeNumber.test(after) ? Number(after) : secondsUntil(Date.parse(after), now);
  if (reset === undefined || remaining !== "0" || !wholeNumber.test(reset)) return null;
  return secondsUntil(Number(reset) * 1000, now);
};
