import * as Args from "@effect/cli/Args";
import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { CommandServices } from "../command/CommandServices.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { zsh } from "./zsh.ts";

const shells = { bash, zsh, fish };

const isShell = (text: string): text is keyof typeof shells => Object.hasOwn(shells, text);

const shell = Args.text({ name: "shell" }).pipe(
  Args.withDescription("bash, zsh or fish."),
  Args.mapEffect((text) =>
    isShell(text)
      ? Effect.succeed(text)
      : Effect.fail(HelpDoc.p(`<shell>: "${text}" is not one of ${Object.keys(shells).join(", ")}`))
  )
);

export const completionsCommand = Command.make("completions", { shell }, ({ shell }) =>
  Effect.gen(function* () {
    const { commands } = yield* CommandServices;
    yield* Console.log(shells[shell](yield* commands));
  })
).pipe(Command.withDescription(commandHelp.completions.what));
