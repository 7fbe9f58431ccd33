import * as Option from "effect/Option";

/**
 * An exact point in time in microseconds since 1970: a number up to 2^53 (the years 1684 to 2255), a bigint beyond it.
 * Each instant has exactly one form, so equal instants are equal values. `<` compares the two kinds exactly.
 */
export type Instant = number | bigint;

const datetime =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z in Unix seconds. */
const [firstSecond, lastSecond] = [-62_167_219_200, 253_402_300_799];

/** Returns the canonical form of an instant. */
export const toInstant = (microseconds: bigint): Instant => {
  const number = Number(microseconds);
  return Number.isSafeInteger(number) ? number : microseconds;
};

/**
 * Reads a datetime (AT Protocol, Lexicon `datetime`). Lexicons, index, filters and cursors all use this function.
 * Digits beyond microseconds are cut off. Returns none for anything else: no zone, `-00:00`, a leap second, a day that
 * its month does not have, a year outside 0000 to 9999 in UTC, more than 64 characters.
 */
export const instant = (text: string): Option.Option<Instant> => {
  if (text.length > 64) return Option.none();
  const [, local, day, fraction = "", sign = "+", hours = "0", minutes = "0"] = datetime.exec(text) ?? [];
  if (local === undefined || text.endsWith("-00:00")) return Option.none();
  const date = new Date(`${local}Z`);
  // `Date` reads a day beyond the end of its month as one of the next month.
  if (date.getUTCDate() !== Number(day)) return Option.none();
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60;
  const seconds = date.getTime() / 1000 - offset;
  if (seconds < firstSecond || seconds > lastSecond) return Option.none();
  const remaining = Number(fraction.slice(0, 6).padEnd(6, "0"));
  const microseconds = seconds * 1_000_000 + remaining;
  return Option.some(
    Number.isSafeInteger(microseconds) ? microseconds : toInstant(BigInt(seconds) * 1_000_000n + BigInt(remaining))
  );
};
