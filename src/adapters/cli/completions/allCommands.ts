import * as Effect from "effect/Effect";
import { commandLoaders, isLeaf } from "../command/loadCommand.ts";
import type { CompletableCommand } from "./CompletableCommand.ts";

/** Every command as completions know it. Loads them all, which takes most of a second. */
export const allCommands: Effect.Effect<ReadonlyArray<CompletableCommand>> = Effect.forEach(
  Object.keys(commandLoaders).filter(isLeaf),
  (command) =>
    Effect.map(
      Effect.promise(() => commandLoaders[command]()),
      ({ shape }) => ({
        command,
        options: shape.options,
        takesFiles: shape.arguments.some(({ name }) => name === "<path>")
      })
    )
);
