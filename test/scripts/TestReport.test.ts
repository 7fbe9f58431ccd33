import { describe, expect, it } from "vitest";
import { oneCheck, resultLine, total } from "../../scripts/Counts.ts";
import { countTests, type TestReport } from "../../scripts/TestReport.ts";

const file = (status: string, ...tests: ReadonlyArray<string>): TestReport["testResults"][number] => ({
  name: "/repository/test/some.test.ts",
  status,
  assertionResults: tests.map((test) => ({ fullName: "does something", status: test }))
});

const report = (...testResults: TestReport["testResults"]): TestReport => {
  const count = (status: string) =>
    testResults.flatMap((result) => result.assertionResults).filter((test) => test.status === status).length;
  return {
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("skipped"),
    numTodoTests: count("todo"),
    testResults
  };
};

describe("countTests", () => {
  it.each([
    [
      "tests that pass, fail, are skipped or planned",
      report(file("failed", "passed", "failed", "skipped", "todo")),
      1,
      "1 passed, 1 failed, 2 skipped"
    ],
    ["a clean run", report(file("passed", "passed", "passed"), file("passed", "passed")), 0, "3 passed, 0 failed"],
    ["a file that does not load", report(file("passed", "passed"), file("failed")), 1, "1 passed, 1 failed"],
    ["a file whose hook throws after its tests passed", report(file("failed", "passed")), 1, "1 passed, 1 failed"],
    ["an error outside every file", report(file("passed", "passed")), 1, "1 passed, 1 failed"],
    ["a run killed by a signal", report(file("passed", "passed")), null, "1 passed, 1 failed"],
    ["no test at all", report(), 0, "0 passed, 1 failed"],
    ["only skipped tests", report(file("passed", "skipped")), 0, "0 passed, 1 failed, 1 skipped"],
    ["a crash before the report", undefined, 1, "0 passed, 1 failed"],
    ["no report although the exit code is 0", undefined, 0, "0 passed, 1 failed"]
  ])("reads %s", (_, given, exitCode, expected) => {
    expect(resultLine(countTests(given, exitCode, 0))).toBe(expected);
  });

  it("counts an unexpected skip as a failure, not as a skip", () => {
    const given = report(file("passed", "passed", "skipped", "skipped"));
    expect(resultLine(countTests(given, 0, 1))).toBe("1 passed, 1 failed, 1 skipped");
    expect(resultLine(countTests(given, 0, 2))).toBe("1 passed, 2 failed");
  });
});

it("counts every other check as one", () => {
  const tests = { passed: 10, failed: 0, skipped: 1 };
  expect(resultLine(total([oneCheck(true), oneCheck(false), tests]))).toBe("11 passed, 1 failed, 1 skipped");
});
