import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { PublicationOutcome } from "../../../domain/transparency/publishing/Publication.ts";
import {
  type PublicationReport,
  PublicationReports
} from "../../../domain/transparency/publishing/PublicationReports.ts";
import { publicationSentence } from "./publicationSentence.ts";

/** A witness or an anchor: its key in the reports, and what log lines call it. */
export interface PublicationTarget {
  readonly target: string;
  readonly called: string;
}

const logChange = (called: string, { isReset, reason, size, state }: PublicationOutcome, isFirst: boolean) => {
  if (reason !== null) return Effect.logWarning(`Checkpoints do not reach ${called}. ${publicationSentence(reason)}`);
  if (isReset)
    return Effect.logWarning(
      `The ${called} no longer knows what it cosigned before, and is given the log again. Ask its operator why`
    );
  return isFirst && state === "current"
    ? Effect.void
    : Effect.logInfo(`Checkpoints reach ${called}, up to ${size} events`);
};

/** Stores the outcome of an attempt, and logs one line if the state of the target has changed. Returns the report. */
export const reportOutcome = Effect.fnUntraced(function* (
  { called, target }: PublicationTarget,
  outcome: PublicationOutcome,
  before: PublicationReport | null
) {
  const { isReset, reason, size, state } = outcome;
  const now = new Date(yield* Clock.currentTimeMillis).toISOString();
  const isChange = before?.state !== state || before.reason !== reason || isReset;
  const report: PublicationReport = {
    target,
    state,
    reason,
    size,
    changedAt: isChange ? now : before.changedAt,
    checkedAt: now,
    resetAt: isReset ? now : (before?.resetAt ?? null)
  };
  yield* (yield* PublicationReports).report(report);
  if (isChange) yield* logChange(called, outcome, before === null);
  return report;
});
