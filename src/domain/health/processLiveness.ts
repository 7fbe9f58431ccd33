import type { ProcessReport } from "./ProcessReports.ts";

/** Milliseconds without a report after which a process is taken for silent. */
const silentAfter = 60_000;

/** Whether a process has not reported for a minute, although it did not report that it ended. */
export const isSilent = ({ at, state }: ProcessReport, now: number): boolean =>
  !state.stopped && now - at > silentAfter;

/** Whether a process runs, as far as its reports say. */
export const isRunning = (report: ProcessReport, now: number): boolean =>
  !report.state.stopped && !isSilent(report, now);
