import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { shell } from "./shells.ts";
import { zsh } from "./zsh.ts";

const scripts = { bash, zsh, fish };

export const printCompletions: Run = (given) =>
  Effect.flatMap(CommandServices, ({ completable }) => Console.log(scripts[given(shell)](completable)));
