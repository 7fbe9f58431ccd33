import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Given } from "../command/Command.ts";
import { CommandFailed } from "../command/CommandFailed.ts";
import { CommandServices, type SyncServices, type UseCaseServices } from "../command/CommandServices.ts";
import type { CommandTools } from "../command/CommandTools.ts";
import { json } from "../command/commonParameters.ts";
import { exitCode } from "../command/exitCode.ts";
import { escapeControls } from "./escapeControls.ts";

/** The result of a command, as text and as JSON. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  /** Whether the report is about a problem: the command then ends with exit code 1 and prints nothing else. */
  readonly isFailure?: boolean;
}

/** Prints a report as text or as JSON. A report about a problem ends the command with exit code 1. */
export const printReport = (
  given: Given,
  { isFailure = false, json: value, text }: Report
): Effect.Effect<void, CommandFailed> =>
  Effect.zipRight(
    Console.log(given(json) ? JSON.stringify(value, null, 2) : escapeControls(text)),
    isFailure ? new CommandFailed({ exitCode: exitCode.failure, lines: [], json: {} }) : Effect.void
  );

/** Runs a use case on the stores of the service, and prints its report as text or as JSON. */
export const present = (
  given: Given,
  report: Effect.Effect<Report, CommandFailed, UseCaseServices>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.flatMap(CommandServices, ({ withStores }) =>
    Effect.flatMap(withStores(report), (done) => printReport(given, done))
  );

/** Like `present`, for a use case about live sync. */
export const presentWithSync = (
  given: Given,
  report: Effect.Effect<Report, CommandFailed, UseCaseServices | SyncServices>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.flatMap(CommandServices, ({ withSync }) =>
    Effect.flatMap(withSync(report), (done) => printReport(given, done))
  );

/** Like `present`, for a use case that needs none of the stores. */
export const presentWithoutStores = (
  given: Given,
  report: Effect.Effect<Report, CommandFailed, CommandTools>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.flatMap(CommandServices, ({ withoutStores }) =>
    Effect.flatMap(withoutStores(report), (done) => printReport(given, done))
  );
