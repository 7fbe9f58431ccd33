import { createInterface } from "node:readline/promises";
import * as Effect from "effect/Effect";

/** Whether somebody sits at a terminal who can be asked. */
export const canAsk = Boolean(process.stdin.isTTY) && Boolean(process.stderr.isTTY);

const ask = async (question: string, signal: AbortSignal): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
};

/** Asks a question on the terminal; anything but "y" or "yes" means no. */
export const confirm = (question: string): Effect.Effect<boolean> => Effect.promise((signal) => ask(question, signal));
