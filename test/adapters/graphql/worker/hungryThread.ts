import { parentPort } from "node:worker_threads";

/** Needs more memory than it may have. */
parentPort?.on("message", () => {
  const held: Array<Array<number>> = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, place) => place));
});
