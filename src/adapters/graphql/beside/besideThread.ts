import { constants, setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BesideMessage, BesideSchema, NumberedTask } from "./BesideTask.ts";
import { carryOut } from "./carryOut.ts";
import { readSchema } from "./readSchema.ts";

const thisThread = 0;

/** Where processors are few, the answers to everybody come first. Linux alone gives a thread a priority of its own. */
const giveWay = (): void => {
  if (process.platform !== "linux") return;
  try {
    setPriority(thisThread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Somewhere that it is forbidden, the thread is as good as the others.
  }
};

/** The thread beside: does one task after the other, and sends what came of each. */
const work = (port: MessagePort, { limits, sdl }: BesideSchema): void => {
  giveWay();
  const send = (message: BesideMessage): void => port.postMessage(message);
  const schema = readSchema(sdl);
  send({ _tag: "Ready" });
  port.on("message", ({ number, task }: NumberedTask) => {
    send({ _tag: "Done", number, outcome: carryOut(schema, limits, task) });
  });
};

if (parentPort !== null) work(parentPort, workerData);
