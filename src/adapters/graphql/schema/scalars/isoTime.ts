/** Returns a time in Unix milliseconds as `DateTime` writes it. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a time that may be missing, as `DateTime` writes it. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
