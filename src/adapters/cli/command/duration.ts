import type { Reading, ValueType } from "./Parameter.ts";

const secondsIn = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 } as const;

const isUnit = (text: string): text is keyof typeof secondsIn => text in secondsIn;

const secondsOf = (typed: string): number | null => {
  const [, count = "", unit = "s"] = /^(\d{1,9})([smhd]?)$/.exec(typed) ?? [];
  if (count === "") return null;
  return Number(count) * (isUnit(unit) ? secondsIn[unit] : 1);
};

/** A duration, read in seconds: a whole number with a unit, such as `90s`, `15m`, `24h` or `7d`, or of seconds. */
export const duration: ValueType<number> = {
  placeholder: "duration",
  choices: [],
  isPath: false,
  parse: (typed): Reading<number> => {
    const seconds = secondsOf(typed);
    return seconds === null
      ? { _tag: "Fault", fault: `"${typed}" is not a duration such as 90s, 15m, 24h or 7d` }
      : { _tag: "Value", value: seconds };
  }
};
