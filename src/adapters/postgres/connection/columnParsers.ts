import { TypeOverrides } from "pg";
import { readInt8 } from "./readInt8.ts";

const int8 = 20;
const date = 1082;
const timestamp = 1114;
const timestamptz = 1184;

const parseTimestamptz = (text: string): string => text.replace(" ", "T").replace(/\+00$/, "Z");

/**
 * The parsers of columns. `int8` becomes a number, or a bigint beyond 2^53. `timestamptz` becomes ISO 8601 text in UTC with the
 * stored fraction ("2026-03-01T10:20:30.123456Z"), because a Date would drop the microseconds that cursors compare.
 * `timestamp` and `date` are as the server sends them.
 */
export const columnParsers: TypeOverrides = (() => {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(int8, readInt8);
  parsers.setTypeParser(timestamptz, parseTimestamptz);
  parsers.setTypeParser(timestamp, String);
  parsers.setTypeParser(date, String);
  return parsers;
})();
