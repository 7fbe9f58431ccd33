import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { checkEvents } from "../../domain/verification/checkEvents.ts";
import { type CheckedEvents, EventChecker } from "../../domain/verification/EventChecker.ts";
import { verifyEd25519Node } from "./verifyEd25519Node.ts";

/** From this many events on, another thread computes. Below, starting one costs more. */
const minForThread = 1_000;

/** The computing thread, the events that it has and the way to answer for them, in order. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Array<(checked: CheckedEvents) => void>;
}

const entry = new URL("./eventCheckerWorker.ts", import.meta.url);

const startThread = (): Thread => {
  const worker = new Worker(entry);
  const waiting: Thread["waiting"] = [];
  worker.on("message", (checked: CheckedEvents) => waiting.shift()?.(checked));
  return { worker, waiting };
};

/** Threads that start with the first large piece of work, one for each processor. */
class ThreadPool {
  readonly #threads: Array<Thread> = [];

  check(events: ReadonlyArray<RecordedEvent>): Promise<CheckedEvents> {
    const { promise, reject, resolve } = Promise.withResolvers<CheckedEvents>();
    const thread = this.#next();
    thread.worker.once("error", reject);
    thread.waiting.push((checked) => {
      thread.worker.off("error", reject);
      resolve(checked);
    });
    thread.worker.postMessage(events);
    return promise;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #next(): Thread {
    const idle = this.#threads.find(({ waiting }) => waiting.length === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length < availableParallelism()) {
      const thread = startThread();
      this.#threads.push(thread);
      return thread;
    }
    return this.#threads.reduce((least, thread) => (thread.waiting.length < least.waiting.length ? thread : least));
  }
}

/** Checks events on worker threads, a small number of them here. If a thread fails, this one does its work. */
export const layer: Layer.Layer<EventChecker> = Layer.scoped(
  EventChecker,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new ThreadPool()),
      (pool) => Effect.promise(() => pool.stop())
    ),
    (pool) =>
      EventChecker.of({
        check: (events) =>
          events.length < minForThread
            ? Effect.sync(() => checkEvents(events))
            : Effect.catchAll(
                Effect.tryPromise(() => pool.check(events)),
                () => Effect.sync(() => checkEvents(events))
              ),
        verifyEd25519: verifyEd25519Node
      })
  )
);
