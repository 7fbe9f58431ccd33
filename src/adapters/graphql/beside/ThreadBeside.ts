import { Worker } from "node:worker_threads";
import { type GraphQLSchema, printSchema } from "graphql";
import type { Limits } from "../plan/Limits.ts";
import type { BesideOutcome, BesideSchema, BesideTask, NumberedOutcome } from "./BesideTask.ts";

/** How long a thread waits for another task before it ends, in milliseconds. */
const idleTime = 60_000;
/** What a thread may hold, in MiB. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/** What it runs. */
const thread = new URL("./besideThread.ts", import.meta.url);

type Resolve = (outcome: BesideOutcome | null) => void;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Resolve>;
}

/**
 * A thread that does what would hold up everybody who asks for little: it checks long documents, and describes the
 * schema. It starts with the first task, and ends when there is none for a minute.
 */
export interface ThreadBeside {
  /** What came of a task; null when the thread could not do it, so that it is to be done here. */
  readonly ask: (task: BesideTask) => Promise<BesideOutcome | null>;
  /** Ends the thread once what it was asked for is done; another task would start it again. */
  readonly release: () => void;
}

const begin = (entry: URL, data: BesideSchema, ended: (running: Running) => void): Running => {
  const worker = new Worker(entry, { workerData: data, resourceLimits });
  const running: Running = { worker, waiting: new Map() };
  const end = () => {
    ended(running);
    for (const resolve of running.waiting.values()) resolve(null);
    running.waiting.clear();
  };
  worker.on("message", ({ number, outcome }: NumberedOutcome) => {
    running.waiting.get(number)?.(outcome);
    running.waiting.delete(number);
  });
  // What ended it is no secret of the caller's, and no reason to end here, too: the task is done here instead.
  worker.on("error", end);
  worker.on("exit", end);
  return running;
};

/** Makes the thread of a schema. */
export const threadBeside = (schema: GraphQLSchema, limits: Limits, entry: URL = thread): ThreadBeside => {
  let running: Running | null = null;
  let isReleased = false;
  let number = 0;
  let idle: NodeJS.Timeout | undefined;

  const stop = () => {
    if (running !== null && running.waiting.size === 0) void running.worker.terminate();
  };
  const rest = () => {
    clearTimeout(idle);
    if (running === null || running.waiting.size > 0) return;
    running.worker.unref();
    idle = setTimeout(stop, isReleased ? 0 : idleTime).unref();
  };
  const forget = (gone: Running) => {
    if (running === gone) running = null;
  };

  const ask = (task: BesideTask): Promise<BesideOutcome | null> => {
    clearTimeout(idle);
    running ??= begin(entry, { sdl: printSchema(schema), limits }, forget);
    const { waiting, worker } = running;
    number += 1;
    const own = number;
    return new Promise<BesideOutcome | null>((resolve) => {
      waiting.set(own, resolve);
      worker.ref();
      worker.postMessage({ number: own, task });
    }).finally(rest);
  };

  const release = () => {
    isReleased = true;
    rest();
  };
  return { ask, release };
};
