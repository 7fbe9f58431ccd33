import { constants, setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { readSchema } from "./readSchema.ts";
import { runTask } from "./runTask.ts";
import type { NumberedTask, WorkerMessage, WorkerSchema } from "./WorkerTask.ts";

const thisThread = 0;

/** Where processors are few, the answers to everybody come first. Linux alone gives a thread a priority of its own. */
const lowerPriority = (): void => {
  if (process.platform !== "linux") return;
  try {
    setPriority(thisThread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Somewhere that it is forbidden, the thread is as good as the others.
  }
};

/** The thread beside: does one task after the other, and sends what came of each. */
const serveTasks = (port: MessagePort, { limits, sdl }: WorkerSchema): void => {
  lowerPriority();
  const send = (message: WorkerMessage): void => port.postMessage(message);
  const schema = readSchema(sdl);
  send({ _tag: "Ready" });
  port.on("message", ({ number, task }: NumberedTask) => {
    send({ _tag: "Done", number, outcome: runTask(schema, limits, task) });
  });
};

if (parentPort !== null) serveTasks(parentPort, workerData);
