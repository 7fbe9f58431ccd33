import * as Options from "@effect/cli/Options";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { CommandFailed } from "./CommandFailed.ts";
import { CommandServices, type UseCaseServices } from "./CommandServices.ts";

/** What a command has to say, for people and for programs. */
export interface Report {
  readonly text: string;
  readonly json: unknown;
}

/** Every command can answer a program. */
export const json = Options.boolean("json").pipe(Options.withDescription("Answer in JSON, for programs."));

/** Runs a use case, and prints its report in the form that was asked for. */
export const present = (
  asJson: boolean,
  report: Effect.Effect<Report, CommandFailed, UseCaseServices>
): Effect.Effect<void, CommandFailed, CommandServices> =>
  Effect.gen(function* () {
    const services = yield* CommandServices;
    const made = yield* services.around(report);
    yield* Console.log(asJson ? JSON.stringify(made.json, null, 2) : made.text);
  });
