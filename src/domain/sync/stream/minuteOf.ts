const minuteMs = 60_000;

/** Returns the start of the minute that a time is in, both in Unix milliseconds. */
export const minuteOf = (at: number): number => Math.floor(at / minuteMs) * minuteMs;

/** Returns the start of the minute that lies `minutes` before that of a time, both in Unix milliseconds. */
export const minutesBefore = (at: number, minutes: number): number => minuteOf(at) - minutes * minuteMs;
