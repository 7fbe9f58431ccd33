import * as Schema from "effect/Schema";
import type { Counts } from "./Counts.ts";

/** The parts of the JSON report of Vitest that are read. */
export const TestReport = Schema.Struct({
  numPassedTests: Schema.NonNegativeInt,
  numFailedTests: Schema.NonNegativeInt,
  numPendingTests: Schema.NonNegativeInt,
  numTodoTests: Schema.NonNegativeInt,
  testResults: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      status: Schema.String,
      assertionResults: Schema.Array(Schema.Struct({ fullName: Schema.String, status: Schema.String }))
    })
  )
});
export type TestReport = typeof TestReport.Type;

/**
 * Counts the tests of a run. A file that failed outside its tests (it did not load, or a hook threw) counts as one failure.
 * So does a run that failed in another way: no report, no test that passed, or an error outside every file. An unexpected skip
 * counts as a failure instead of a skip.
 */
export const countTests = (
  report: TestReport | undefined,
  exitCode: number | null,
  unexpectedSkips: number
): Counts => {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ assertionResults, status }) => status === "failed" && assertionResults.every((test) => test.status !== "failed")
  ).length;
  const failed = report.numFailedTests + brokenFiles + unexpectedSkips;
  const passed = report.numPassedTests;
  const failedOtherwise = failed === 0 && (exitCode !== 0 || passed === 0);
  const skipped = report.numPendingTests + report.numTodoTests - unexpectedSkips;
  return { passed, failed: failedOtherwise ? 1 : failed, skipped };
};
