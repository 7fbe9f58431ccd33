/** Returns a time in Unix milliseconds in the form of RFC 3339, in UTC and with milliseconds. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a time that may be missing in the same form. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
