import * as Option from "effect/Option";
import { instant } from "../record/value/instant.ts";

/** The forms of a time that `readTime` reads, as help and error messages list them. */
export const timeForms =
  "2026-01-31, 2026-01-31T12:00Z, 30m, 2h, 7d or 2w ago, now, today, yesterday, or a weekday such as monday";

/** The forms of a day that `readDay` reads. */
export const dayForms = "2026-01-31, today, yesterday, or a weekday such as monday";

const second = 1_000;
const day = 86_400 * second;
const units = { s: second, m: 60 * second, h: 3_600 * second, d: day, w: 7 * day } as const;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const isUnit = (text: string): text is keyof typeof units => Object.hasOwn(units, text);

const startOfDay = (time: number): number => Math.floor(time / day) * day;

/** `30m`, `2h`, `7d` or `2w`, also with ` ago`: so long before now. */
const readAge = (text: string, now: number): number | null => {
  const [, count = "", unit = ""] = /^(\d{1,6})([smhdw])(?: ago)?$/.exec(text) ?? [];
  return isUnit(unit) ? now - Number(count) * units[unit] : null;
};

/** The start of the last such day before today: a week ago if today is one. */
const readWeekday = (text: string, now: number): number | null => {
  const weekday = weekdays.indexOf(text.replace(/^last /, ""));
  if (weekday === -1) return null;
  const days = (new Date(now).getUTCDay() - weekday + 7) % 7;
  return startOfDay(now) - (days === 0 ? 7 : days) * day;
};

const readWord = (text: string, now: number): number | null => {
  if (text === "now") return now;
  if (text === "today") return startOfDay(now);
  if (text === "yesterday") return startOfDay(now) - day;
  return readWeekday(text, now);
};

/** A day begins at 00:00 UTC. A time without seconds is the start of its minute. Fractions of a millisecond round up. */
const readAbsolute = (text: string): number | null => {
  const completed = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text}T00:00:00Z`
    : text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=Z$|[+-]\d\d:\d\d$)/, "$1:00");
  return Option.match(instant(completed), {
    onNone: () => null,
    onSome: (microseconds) => Math.ceil(Number(microseconds) / 1_000)
  });
};

/**
 * Reads a time as people write it, in Unix milliseconds: a day or a datetime with a zone, how long ago it was, or a word
 * for a day (`timeForms`). Days are those of UTC, as everywhere in the log. None for any other text.
 */
export const readTime = (text: string, now: number): Option.Option<number> => {
  if (text.length > 64) return Option.none();
  const word = text.trim().toLowerCase();
  return Option.fromNullable(readAge(word, now) ?? readWord(word, now) ?? readAbsolute(text.trim()));
};

/** Reads a day as people write it (`dayForms`), as the Unix milliseconds of its start in UTC. None for any other text. */
export const readDay = (text: string, now: number): Option.Option<number> => {
  const word = text.trim().toLowerCase();
  return word === "now" || !/^(\d{4}-\d\d-\d\d|[a-z ]+)$/.test(word) ? Option.none() : readTime(word, now);
};
