import * as Effect from "effect/Effect";
import { type DoctorCheck, type Finding, problem } from "./DoctorCheck.ts";

const checkTimeout = "30 seconds";

/** The result of a check with its name. */
export interface CheckResult extends Finding {
  readonly name: string;
  readonly title: string;
}

/** Runs a check. One that does not finish, or is broken, is a problem. */
export const runCheck = ({ name, run, title }: DoctorCheck): Effect.Effect<CheckResult> =>
  run.pipe(
    Effect.timeoutTo({
      duration: checkTimeout,
      onSuccess: (finding) => finding,
      onTimeout: () => problem(`did not finish within ${checkTimeout}`)
    }),
    Effect.catchAllDefect((defect) =>
      Effect.as(Effect.logDebug("A check failed", defect), problem("could not be checked"))
    ),
    Effect.map((finding) => ({ name, title, ...finding }))
  );

/** The number of checks that run at a time. */
export const concurrentChecks = 6;
