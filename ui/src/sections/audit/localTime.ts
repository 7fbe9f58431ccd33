const two = (count: number): string => String(count).padStart(2, "0");

/** Converts an instant to the value of a `datetime-local` field; an invalid time becomes empty. */
export const asLocal = (instant: string): string => {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
};

/** Converts a local time to an instant, so that a URL means the same in every time zone; an invalid time becomes empty. */
export const asInstant = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
};
