import * as Options from "@effect/cli/Options";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { CommandFailed, exitCode } from "../command/CommandFailed.ts";
import { CommandServices, type UseCaseServices } from "../command/CommandServices.ts";
import type { CommandTools } from "../command/CommandTools.ts";
import { escapeControls } from "./escapeControls.ts";

/** What a command has to say, for people and for programs. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
  /** Whether what it says is that something is not as it should be: exit code 1, and nothing else is said. */
  readonly isFailure?: boolean;
}

/** Every command can answer a program. */
export const json = Options.boolean("json").pipe(Options.withDescription("Answer in JSON, for programs."));

/** Prints a report in the form that was asked for. */
export const show = (asJson: boolean, { isFailure = false, json, text }: Report): Effect.Effect<void, CommandFailed> =>
  Effect.zipRight(
    Console.log(asJson ? JSON.stringify(json, null, 2) : escapeControls(text)),
    isFailure ? Effect.fail(new CommandFailed({ exitCode: exitCode.failure, lines: [], json: {} })) : Effect.void
  );

/** Runs a use case, and prints its report in the form that was asked for. */
export const present = (
  asJson: boolean,
  report: Effect.Effect<Report, CommandFailed, UseCaseServices>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.gen(function* () {
    const services = yield* CommandServices;
    yield* show(asJson, yield* services.withStores(report));
  });

/** Like `present`, for a use case that needs no store of the service. */
export const presentWithoutStores = (
  asJson: boolean,
  report: Effect.Effect<Report, CommandFailed, CommandTools>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.gen(function* () {
    const services = yield* CommandServices;
    yield* show(asJson, yield* services.withoutStores(report));
  });
