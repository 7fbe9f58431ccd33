import { Worker } from "node:worker_threads";
import type { Limits } from "../plan/Limits.ts";
import { RestartDelay } from "./RestartDelay.ts";
import type { TaskOutcome, WorkerMessage, WorkerSchema, WorkerTask } from "./WorkerTask.ts";

/** How long an idle thread waits for another task before it stops, in milliseconds. */
const idleTime = 60_000;

/**
 * The memory limit of a thread, in MiB. With 10 to 320 collections, reading and describing a schema took at most
 * 24 MiB and 35 times the size of the text. It is a limit, not a reservation.
 */
const heapLimit = (sdl: string) => ({
  maxOldGenerationSizeMb: 64 + Math.ceil((48 * sdl.length) / 1_000_000),
  maxYoungGenerationSizeMb: 8
});

/** The module that the thread runs. */
const defaultEntry = new URL("./workerEntry.ts", import.meta.url);

type Resolve = (outcome: TaskOutcome | null) => void;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Resolve>;
  isReady: boolean;
  /** Whether it was asked to stop. */
  isStopped: boolean;
}

/**
 * A thread for tasks that would block the event loop: it validates long documents, executes introspection
 * and prints the schema. It starts with the first task, and stops after a minute without tasks.
 */
export interface WorkerThread {
  /**
   * Returns the outcome of a task, or null when the caller must run it instead: the thread failed, or may not
   * restart yet. A document does not wait for a thread that is still starting.
   */
  readonly run: (task: WorkerTask) => Promise<TaskOutcome | null>;
  /** Stops the thread after its pending tasks. Another task starts it again. */
  readonly release: () => void;
}

/** The options of a thread. */
export interface WorkerThreadOptions {
  /** Returns the text of the schema. Called whenever a thread starts. */
  readonly sdl: () => string;
  readonly limits: Limits;
  /** Called once for each thread that stops unexpectedly, with the reason. */
  readonly failed: (reason: string) => void;
  readonly entry?: URL;
}

const startWorker = (entry: URL, data: WorkerSchema, ended: (running: Running, reason: string) => void): Running => {
  const worker = new Worker(entry, { workerData: data, resourceLimits: heapLimit(data.sdl) });
  const running: Running = { worker, waiting: new Map(), isReady: false, isStopped: false };
  let reason: string | null = null;
  worker.on("message", (message: WorkerMessage) => {
    if (message._tag === "Ready") {
      running.isReady = true;
      return;
    }
    running.waiting.get(message.number)?.(message.outcome);
    running.waiting.delete(message.number);
  });
  worker.on("error", (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  // Emitted after every error, too.
  worker.on("exit", (code) => {
    ended(running, reason ?? `it ended with the code ${code}`);
    for (const resolve of running.waiting.values()) resolve(null);
    running.waiting.clear();
  });
  return running;
};

/** Creates the worker thread of a schema. */
export const makeWorkerThread = ({ sdl, limits, failed, entry = defaultEntry }: WorkerThreadOptions): WorkerThread => {
  const delay = new RestartDelay();
  let running: Running | null = null;
  let isReleased = false;
  let number = 0;
  let idle: NodeJS.Timeout | undefined;

  const stop = () => {
    if (running === null || running.waiting.size > 0) return;
    running.isStopped = true;
    void running.worker.terminate();
    running = null;
  };
  const scheduleStop = () => {
    clearTimeout(idle);
    if (running === null || running.waiting.size > 0) return;
    running.worker.unref();
    idle = setTimeout(stop, isReleased ? 0 : idleTime).unref();
  };
  const start = (): Running => {
    const since = performance.now();
    return startWorker(entry, { sdl: sdl(), limits }, (gone, reason) => {
      if (running === gone) running = null;
      if (gone.isStopped) return;
      delay.failed(since, performance.now());
      failed(reason);
    });
  };

  const run = async (task: WorkerTask): Promise<TaskOutcome | null> => {
    clearTimeout(idle);
    if (running === null && !delay.allows(performance.now())) return null;
    running ??= start();
    const { isReady, waiting, worker } = running;
    if (task._tag === "Validate" && !isReady) {
      scheduleStop();
      return null;
    }
    number += 1;
    const own = number;
    return new Promise<TaskOutcome | null>((resolve) => {
      waiting.set(own, resolve);
      worker.ref();
      worker.postMessage({ number: own, task });
    }).finally(scheduleStop);
  };

  const release = () => {
    isReleased = true;
    scheduleStop();
  };
  return { run, release };
};
