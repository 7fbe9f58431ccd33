import { assert, it } from "@effect/vitest";
import { exitCode } from "../../../../src/adapters/cli/command/exitCode.ts";
import { explainFailure } from "../../../../src/adapters/cli/report/explainFailure.ts";
import { StreamContended } from "../../../../src/domain/event/StreamContended.ts";

it("explains that a contended command can be run again", () => {
  const failed = explainFailure(new StreamContended({ cause: "select secret" }));
  assert.strictEqual(failed.exitCode, exitCode.unavailable);
  assert.deepStrictEqual(failed.lines, [
    "Other requests changed the same data at the same time, and nothing was recorded. Try again in a moment."
  ]);
  assert.deepStrictEqual(failed.json, { error: "unavailable", message: failed.lines[0] });
});
