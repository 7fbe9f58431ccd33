import * as Option from "effect/Option";

const datetime =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Reads a datetime as microseconds since 1970, exact until the year 2255 and to the nearest double after it. Digits
 * beyond microseconds are cut off. None for what is no datetime: no zone, `-00:00`, a leap second, a day its month
 * does not have, more than 64 characters (AT Protocol, Lexicon `datetime`).
 */
export const instant = (text: string): Option.Option<number> => {
  if (text.length > 64) return Option.none();
  const [, local, day, fraction = "", sign = "+", hours = "0", minutes = "0"] = datetime.exec(text) ?? [];
  if (local === undefined || text.endsWith("-00:00")) return Option.none();
  const date = new Date(`${local}Z`);
  // A day beyond the end of its month is read as one of the next.
  if (date.getUTCDate() !== Number(day)) return Option.none();
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60;
  const microseconds = Number(fraction.slice(0, 6).padEnd(6, "0"));
  return Option.some((date.getTime() / 1000 - offset) * 1_000_000 + microseconds);
};
