import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BesideSchema, NumberedOutcome, NumberedTask } from "./BesideTask.ts";
import { carryOut } from "./carryOut.ts";
import { readSchema } from "./readSchema.ts";

/** The thread beside: does one task after the other, and sends what came of each. */
const work = (port: MessagePort, { limits, sdl }: BesideSchema): void => {
  const schema = readSchema(sdl);
  port.on("message", ({ number, task }: NumberedTask) => {
    const done: NumberedOutcome = { number, outcome: carryOut(schema, limits, task) };
    port.postMessage(done);
  });
};

if (parentPort !== null) work(parentPort, workerData);
