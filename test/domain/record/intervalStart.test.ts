import { describe, expect, it } from "vitest";
import { instantText } from "../../../src/domain/record/instantText.ts";
import { intervalStart } from "../../../src/domain/record/intervalStart.ts";

const microseconds = (text: string): number => Date.parse(text) * 1000;

describe("intervalStart", () => {
  it.each([
    ["HOUR", "2024-02-29T23:59:59.999Z", "2024-02-29T23:00:00.000Z"],
    ["DAY", "2024-02-29T23:59:59.999Z", "2024-02-29T00:00:00.000Z"],
    ["WEEK", "2024-03-03T23:59:59.999Z", "2024-02-26T00:00:00.000Z"],
    ["WEEK", "2024-03-04T00:00:00.000Z", "2024-03-04T00:00:00.000Z"],
    ["WEEK", "1970-01-01T00:00:00.000Z", "1969-12-29T00:00:00.000Z"],
    ["MONTH", "2024-02-29T23:59:59.999Z", "2024-02-01T00:00:00.000Z"],
    ["MONTH", "0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
    ["MONTH", "9999-12-31T23:59:59.999Z", "9999-12-01T00:00:00.000Z"],
    ["HOUR", "1969-12-31T23:30:00.000Z", "1969-12-31T23:00:00.000Z"]
  ] as const)("%s of %s", (interval, instant, expected) => {
    expect(instantText(intervalStart(microseconds(instant), interval))).toBe(expected);
  });
});

describe("instantText", () => {
  it.each([
    [0, "1970-01-01T00:00:00.000Z"],
    [1, "1970-01-01T00:00:00.000001Z"],
    [-1, "1969-12-31T23:59:59.999999Z"],
    [1_704_067_200_123_400, "2024-01-01T00:00:00.123400Z"]
  ])("%d", (instant, expected) => {
    expect(instantText(instant)).toBe(expected);
  });
});
