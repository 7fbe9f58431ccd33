import { constants, setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { readSchema } from "./readSchema.ts";
import { runTask } from "./runTask.ts";
import type { NumberedTask, WorkerMessage, WorkerSchema } from "./WorkerTask.ts";

const thisThread = 0;

/** On few processors, requests take precedence. Only Linux has priorities for threads. */
const lowerPriority = (): void => {
  if (process.platform !== "linux") return;
  try {
    setPriority(thisThread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If it is not permitted, the thread keeps the default priority.
  }
};

/** The entry of the worker thread. It runs tasks serially and sends the outcome of each. */
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
