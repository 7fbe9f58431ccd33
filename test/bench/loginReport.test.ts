import { assert, describe, it } from "@effect/vitest";
import type { StepTimes } from "../../bench/login/measureLogin.ts";
import { joined, loginTable } from "../../bench/login/report.ts";

const step = (total: number, waited: number): StepTimes => ({
  total,
  others: { milliseconds: waited, requests: 2, processor: 300 },
  processor: 1_000,
  database: 500
});

describe("the table of logins", () => {
  const login = { "pushed request": step(4, 0), authorize: step(30, 20), return: step(50, 30), tokens: step(6, 0) };

  it("adds steps up", () => {
    assert.deepStrictEqual(joined(login, ["authorize", "return"]), {
      total: 80,
      others: { milliseconds: 50, requests: 4, processor: 600 },
      processor: 2_000,
      database: 1_000
    });
  });

  it("has no row for the steps that a server does not have", () => {
    const table = loginTable([
      { server: "service", logins: [login] },
      { server: "app", logins: [{ authorize: step(30, 20), return: step(50, 30) }] }
    ]);
    const rows = table.split("\n").filter((line) => line.includes("| app |"));
    assert.deepStrictEqual(
      rows.map((row) => row.split(" | ")[0]),
      ["| authorize", "| return", "| toward the PDS: authorize and return", "| complete login"]
    );
    assert.include(
      table,
      "| toward the PDS: authorize and return | service | 80.0 | 50.0 | 30.0 | 30.0 | 4 | 2,000 | 600 | 1,000 |"
    );
  });
});
