import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { ProcessReports } from "../../domain/health/ProcessReports.ts";
import { continueOnError, runPeriodically } from "../background/runPeriodically.ts";
import { HealthCounters } from "./HealthCounters.ts";
import { ThisProcess } from "./ThisProcess.ts";

/** How often a process reports about itself. */
const reportInterval = "15 seconds";

const report = Effect.fnUntraced(function* (stopped: boolean) {
  const counters = yield* HealthCounters;
  const { identity, measure } = yield* ThisProcess;
  const reports = yield* ProcessReports;
  const at = yield* Clock.currentTimeMillis;
  const state = { ...identity, ...(yield* measure), stopped };
  yield* reports.report({ state, at, minutes: counters.unreported });
  counters.forget(at);
});

/** Reports that this process runs. What could not be reported is part of the next report. */
export const reportProcess = report(false);

/** How long the end of a process waits until its last report is stored. */
const lastReportTimeout = "2 seconds";

const problem = "The process cannot report about itself";

/** Reports until it is interrupted, and then that the process has ended. */
export const reportPeriodically = continueOnError(problem)(reportProcess).pipe(
  Effect.zipRight(runPeriodically(reportInterval, problem)(reportProcess)),
  Effect.onInterrupt(() => report(true).pipe(Effect.interruptible, Effect.timeout(lastReportTimeout), Effect.ignore))
);
