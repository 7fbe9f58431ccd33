import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { commandHelp } from "../commandHelp.ts";
import { json, presentAside, type Report } from "../present.ts";
import { progress, progressOver } from "../progress.ts";
import { type Examination, Examinations, type Finding, problem } from "./Examinations.ts";

const patience = "30 seconds";

interface Examined extends Finding {
  readonly name: string;
  readonly title: string;
}

const examined = ({ examine, name, title }: Examination): Effect.Effect<Examined> =>
  examine.pipe(
    Effect.timeoutTo({
      duration: patience,
      onSuccess: (finding) => finding,
      onTimeout: () => problem(`gave no answer within ${patience}`)
    }),
    Effect.catchAllDefect((defect) =>
      Effect.as(Effect.logDebug("An examination failed", defect), problem("could not be looked at"))
    ),
    Effect.map((finding) => ({ name, title, ...finding }))
  );

const marks = { ok: "✓", problem: "✗", skipped: "–" } as const;

const line =
  (width: number) =>
  ({ detail, remedy, status, title }: Examined): string => {
    const [first = "", ...more] = detail.split("\n");
    const indent = " ".repeat(width + 4);
    return [
      `${marks[status]} ${title.padEnd(width)}  ${first}`,
      ...more.map((each) => indent + each),
      ...(remedy === null ? [] : [`${indent}→ ${remedy}`])
    ].join("\n");
  };

const summary = (problems: number): string => {
  if (problems === 0) return "Nothing is wrong.";
  return problems === 1 ? "1 problem." : `${problems} problems.`;
};

const describe = (findings: ReadonlyArray<Examined>): Report => {
  const problems = findings.filter(({ status }) => status === "problem").length;
  const width = Math.max(0, ...findings.map(({ title }) => title.length));
  return {
    text: [...findings.map(line(width)), "", summary(problems)].join("\n"),
    json: { healthy: problems === 0, problems, checks: findings },
    isBad: problems > 0
  };
};

const examineAll = Effect.gen(function* () {
  const all = yield* (yield* Examinations).all;
  const told = progress(`of ${all.length} looked at`);
  let done = 0;
  const findings = yield* Effect.forEach(all, (each) => Effect.tap(examined(each), () => told(++done)), {
    concurrency: 6
  });
  return describe(findings);
}).pipe(Effect.ensuring(progressOver));

export const doctorCommand = Command.make("doctor", { json }, ({ json }) => presentAside(json, examineAll)).pipe(
  Command.withDescription(commandHelp.doctor.what)
);
