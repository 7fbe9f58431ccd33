import * as Effect from "effect/Effect";
import { type CheckResult, concurrentChecks, runCheck } from "../../../application/instance/runCheck.ts";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { clearProgress, progress } from "../report/progress.ts";
import { writeBundle } from "./bundleCommand.ts";
import { DoctorChecks } from "./DoctorChecks.ts";
import { bundle, log, output } from "./doctorParameters.ts";

const marks = { ok: "✓", problem: "✗", skipped: "–" } as const;

const line =
  (width: number) =>
  ({ detail, remedy, status, title }: CheckResult): string => {
    const [first = "", ...more] = detail.split("\n");
    const indent = " ".repeat(width + 4);
    return [
      `${marks[status]} ${title.padEnd(width)}  ${first}`,
      ...more.map((each) => indent + each),
      ...(remedy === null ? [] : [`${indent}→ ${remedy}`])
    ].join("\n");
  };

const summary = (problems: number): string => {
  if (problems === 0) return "No problems.";
  return problems === 1 ? "1 problem." : `${problems} problems.`;
};

const describe = (findings: ReadonlyArray<CheckResult>): Report => {
  const problems = findings.filter(({ status }) => status === "problem").length;
  const width = Math.max(0, ...findings.map(({ title }) => title.length));
  return {
    text: [...findings.map(line(width)), "", summary(problems)].join("\n"),
    json: { healthy: problems === 0, problems, checks: findings },
    isFailure: problems > 0
  };
};

const runChecks = Effect.gen(function* () {
  const all = yield* (yield* DoctorChecks).all;
  const report = progress(`of ${all.length} checks done`);
  let done = 0;
  const findings = yield* Effect.forEach(all, (each) => Effect.tap(runCheck(each), () => report(++done)), {
    concurrency: concurrentChecks
  });
  return describe(findings);
}).pipe(Effect.ensuring(clearProgress));

const bundleOnly = badUsage("--output and --log belong to --bundle: add it");

export const doctor: Run = (given) => {
  if (given(bundle)) return presentWithoutStores(given, writeBundle(given));
  return given(output) === null && given(log) === null ? presentWithoutStores(given, runChecks) : bundleOnly;
};
