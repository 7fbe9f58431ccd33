import { secondsInWords } from "../clients/secondsInWords.ts";

/** Writes a duration: with one decimal below a minute, and otherwise in its two largest units. */
export const durationInWords = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : secondsInWords(Math.round(seconds));
