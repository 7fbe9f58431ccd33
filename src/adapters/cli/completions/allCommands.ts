import * as Effect from "effect/Effect";
import { commandLoaders, isLeaf } from "../loadCommand.ts";
import type { Completed } from "./Completed.ts";

/** Every command as completions know it. Loads them all, which takes most of a second. */
export const allCommands: Effect.Effect<ReadonlyArray<Completed>> = Effect.forEach(
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
