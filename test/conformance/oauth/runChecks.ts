import { type Check, NotApplicable } from "./Check.ts";
import type { Target } from "./Target.ts";

/** What came of a check: `skipped` where the target lacks what it takes, with the reason as the error. */
export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly pass: boolean;
  readonly status: "passed" | "failed" | "skipped";
  readonly error: string | null;
  readonly milliseconds: number;
}

/** Results are read by many: whatever a check says of its failure, no secret that the suite saw is in it. */
const withoutSecrets = (text: string, target: Target): string => {
  let told = text;
  for (const [secret, kind] of target.options.secrets.all)
    if (told.includes(secret)) told = told.replaceAll(secret, `<${kind}>`);
  return told;
};

const oneLine = (cause: unknown, target: Target): string =>
  withoutSecrets(cause instanceof Error ? cause.message : String(cause), target)
    .replaceAll(/\s+/g, " ")
    .slice(0, 600);

/** Asks a target one check. */
export const runCheck = async (check: Check, target: Target): Promise<Outcome> => {
  const start = performance.now();
  const { id, title } = check;
  const outcome = (status: Outcome["status"], error: string | null): Outcome => ({
    id,
    title,
    pass: status === "passed",
    status,
    error,
    milliseconds: Math.round(performance.now() - start)
  });
  try {
    await check.run(target);
    return outcome("passed", null);
  } catch (cause) {
    return outcome(cause instanceof NotApplicable ? "skipped" : "failed", oneLine(cause, target));
  }
};
