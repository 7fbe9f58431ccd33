import * as Effect from "effect/Effect";

const isTerminal = Boolean(process.stderr.isTTY);

/** Shows the progress of a command on standard error if that is a terminal. */
export const progress =
  (noun: string) =>
  (count: number): Effect.Effect<void> =>
    isTerminal ? Effect.sync(() => void process.stderr.write(`\r\u001b[K${count} ${noun} …`)) : Effect.void;

/** Removes the line of `progress`. */
export const clearProgress: Effect.Effect<void> = isTerminal
  ? Effect.sync(() => void process.stderr.write("\r\u001b[K"))
  : Effect.void;
