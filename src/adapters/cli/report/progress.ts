import * as Effect from "effect/Effect";

const isSeen = Boolean(process.stderr.isTTY);

/** Tells a person at a terminal how far a command has come; nobody else hears of it. */
export const progress =
  (noun: string) =>
  (count: number): Effect.Effect<void> =>
    isSeen ? Effect.sync(() => void process.stderr.write(`\r\u001b[K${count} ${noun} …`)) : Effect.void;

/** Takes the line of `progress` away. */
export const clearProgress: Effect.Effect<void> = isSeen
  ? Effect.sync(() => void process.stderr.write("\r\u001b[K"))
  : Effect.void;
