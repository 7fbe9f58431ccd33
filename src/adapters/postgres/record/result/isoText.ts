const dayMs = 86_400_000;

/** From here on years have more than four digits. */
const endOfYear9999 = Date.UTC(10_000, 0, 1);

const digits = (count: number, width: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, number) => String(number).padStart(width, "0"));

const sixtieths = digits(60, 2);
const thousandths = digits(1_000, 3);

let last = { day: Number.NaN, date: "" };

const dateOf = (day: number): string => {
  if (day !== last.day) last = { day, date: new Date(day * dayMs).toISOString().slice(0, "2026-01-01T".length) };
  return last.date;
};

/**
 * Returns microseconds since 1970 as ISO 8601, like `Date`, in a fifth of the time. A page has one in each row, and they are
 * often of the same day.
 */
export const isoText = (microseconds: string | null): string => {
  const time = Math.trunc(Number(microseconds) / 1_000);
  if (!(time >= 0 && time < endOfYear9999)) return new Date(time).toISOString();
  const day = Math.floor(time / dayMs);
  const seconds = Math.floor((time - day * dayMs) / 1_000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${sixtieths[Math.floor(minutes / 60)]}:${sixtieths[minutes % 60]}:${sixtieths[seconds % 60]}`;
  return `${dateOf(day)}${clock}.${thousandths[time % 1_000]}Z`;
};
