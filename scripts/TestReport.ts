import * as Schema from "effect/Schema";
import type { Counts } from "./Counts.ts";

/** What is read of the report that Vitest writes as JSON. */
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
 * Counts the tests of a run. A file that failed outside its tests (it did not load, a hook threw) is one failure, and
 * so is a run that failed otherwise: no report, no test that passed, an error outside every file. An unexpected skip
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
