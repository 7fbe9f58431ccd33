import { describe, expect, it } from "vitest";
import { type Instant, toInstant } from "../../../../src/domain/record/value/instant.ts";
import { instantText } from "../../../../src/domain/record/value/instantText.ts";
import { intervalStart } from "../../../../src/domain/record/value/intervalStart.ts";
import { intervalText } from "../../../../src/domain/record/value/intervalText.ts";

const microseconds = (text: string): Instant => toInstant(BigInt(Date.parse(text)) * 1000n);

describe("intervalStart", () => {
  it.each([
    ["HOUR", "2024-02-29T23:59:59.999Z", "2024-02-29T23:00:00.000Z", "2024-02-29T23:00"],
    ["DAY", "2024-02-29T23:59:59.999Z", "2024-02-29T00:00:00.000Z", "2024-02-29"],
    ["WEEK", "2024-03-03T23:59:59.999Z", "2024-02-26T00:00:00.000Z", "2024-W09"],
    ["WEEK", "2024-03-04T00:00:00.000Z", "2024-03-04T00:00:00.000Z", "2024-W10"],
    ["WEEK", "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z", "2024-W01"],
    ["WEEK", "1970-01-01T00:00:00.000Z", "1969-12-29T00:00:00.000Z", "1970-W01"],
    // ISO 8601: a week belongs to the year of its Thursday.
    ["WEEK", "2021-01-03T23:59:59.999Z", "2020-12-28T00:00:00.000Z", "2020-W53"],
    ["WEEK", "2018-12-31T00:00:00.000Z", "2018-12-31T00:00:00.000Z", "2019-W01"],
    ["WEEK", "2023-01-01T12:00:00.000Z", "2022-12-26T00:00:00.000Z", "2022-W52"],
    ["MONTH", "2024-02-29T23:59:59.999Z", "2024-02-01T00:00:00.000Z", "2024-02"],
    ["MONTH", "0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "0001-01"],
    ["MONTH", "9999-12-31T23:59:59.999Z", "9999-12-01T00:00:00.000Z", "9999-12"],
    ["HOUR", "1969-12-31T23:30:00.000Z", "1969-12-31T23:00:00.000Z", "1969-12-31T23:00"]
  ] as const)("%s of %s", (interval, instant, expected, text) => {
    const start = intervalStart(microseconds(instant), interval);
    expect(instantText(start)).toBe(expected);
    expect(intervalText(start, interval)).toBe(text);
  });
});

describe("instantText", () => {
  it.each([
    [0, "1970-01-01T00:00:00.000Z"],
    [1, "1970-01-01T00:00:00.000001Z"],
    [-1, "1969-12-31T23:59:59.999999Z"],
    [1_704_067_200_123_400, "2024-01-01T00:00:00.123400Z"],
    [253_402_300_799_999_999n, "9999-12-31T23:59:59.999999Z"],
    [-62_167_219_200_000_000n, "0000-01-01T00:00:00.000Z"],
    [-62_167_219_199_999_999n, "0000-01-01T00:00:00.000001Z"]
  ])("%s", (instant, expected) => {
    expect(instantText(instant)).toBe(expected);
  });
});
