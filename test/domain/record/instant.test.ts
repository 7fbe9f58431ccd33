import * as Option from "effect/Option";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant } from "../../../src/domain/record/instant.ts";

const seconds = (value: number, microseconds = 0) => Option.some(value * 1_000_000 + microseconds);

describe("instant", () => {
  it.each([
    ["1970-01-01T00:00:00Z", seconds(0)],
    ["1985-04-12T23:20:50.123Z", seconds(482196050, 123_000)],
    ["1985-04-12T23:20:50.123456Z", seconds(482196050, 123_456)],
    ["1985-04-12T23:20:50.1234567899Z", seconds(482196050, 123_456)],
    ["1985-04-12T23:20:50.1Z", seconds(482196050, 100_000)],
    ["1985-04-12T23:20:50.000+01:45", seconds(482196050 - 6300)],
    ["1985-04-12T23:20:50-08:00", seconds(482196050 + 28800)],
    ["1985-04-12T23:20:50+00:00", seconds(482196050)],
    ["1969-12-31T23:59:59.999999Z", seconds(0, -1)],
    ["2000-02-29T00:00:00Z", seconds(951782400)],
    ["2024-12-31T23:30:00-01:00", seconds(1735691400)],
    ["0001-01-01T00:00:00Z", seconds(-62135596800)],
    ["9999-12-31T23:59:59Z", seconds(253402300799)]
  ])("reads %s", (text, microseconds) => {
    expect(instant(text)).toEqual(microseconds);
  });

  it.each([
    "",
    "1985-04-12",
    "1985-04-12T23:20:50",
    "1985-04-12T23:20Z",
    "1985-04-12t23:20:50Z",
    "1985-04-12T23:20:50z",
    "1985-04-12 23:20:50Z",
    "1985-04-12T23:20:50.Z",
    "1985-04-12T23:20:50,5Z",
    "1985-04-12T23:20:50-00:00",
    "1985-04-12T23:20:50+0100",
    "1985-04-12T23:20:50+24:00",
    "1985-04-12T24:00:00Z",
    "1985-04-12T23:60:00Z",
    "2016-12-31T23:59:60Z",
    "1985-00-12T23:20:50Z",
    "1985-13-12T23:20:50Z",
    "1985-04-00T23:20:50Z",
    "1985-04-31T23:20:50Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "+01985-04-12T23:20:50Z",
    "-1985-04-12T23:20:50Z",
    "1985-04-12T23:20:50Z\n",
    "1985-04-12T23:20:50Z ",
    "१९८५-04-12T23:20:50Z",
    `1985-04-12T23:20:50.${"0".repeat(60)}Z`
  ])("refuses %j", (text) => {
    expect(instant(text)).toEqual(Option.none());
  });

  it("agrees with Date on every millisecond", () => {
    const years = {
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true
    };
    fc.assert(
      fc.property(fc.date(years), (date) => {
        expect(instant(date.toISOString())).toEqual(
          Option.some(Math.floor(date.getTime() / 1000) * 1e6 + (((date.getTime() % 1000) + 1000) % 1000) * 1000)
        );
      })
    );
  });
});
