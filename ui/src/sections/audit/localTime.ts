const two = (count: number): string => String(count).padStart(2, "0");

/** An instant as a field for local times has it; empty for what is no time. */
export const asLocal = (instant: string): string => {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
};

/** A local time as an instant, so that an address means the same to everybody; empty for what is no time. */
export const asInstant = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
};
