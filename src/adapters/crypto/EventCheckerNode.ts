import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { checkEvents } from "../../domain/verification/checkEvents.ts";
import { type CheckedEvents, EventChecker } from "../../domain/verification/EventChecker.ts";
import { hashingNode } from "./hashingNode.ts";
import { verifyEd25519Node } from "./verifyEd25519Node.ts";

/** From this many events on, another thread computes. Below, starting one costs more. */
const minForThread = 1_000;

/** How a piece of work ends. */
interface Waiting {
  readonly resolve: (checked: CheckedEvents) => void;
  readonly reject: (reason: unknown) => void;
}

/** A computing thread and what waits for its answers, in order. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Array<Waiting>;
}

const defaultEntry = new URL("./eventCheckerWorker.ts", import.meta.url);

/** Threads that start with the first large piece of work, one for each processor. */
class ThreadPool {
  readonly #entry: URL;
  #threads: ReadonlyArray<Thread> = [];

  constructor(entry: URL) {
    this.#entry = entry;
  }

  check(events: ReadonlyArray<RecordedEvent>): Promise<CheckedEvents> {
    const { promise, reject, resolve } = Promise.withResolvers<CheckedEvents>();
    const thread = this.#next();
    thread.waiting.push({ resolve, reject });
    thread.worker.postMessage(events);
    return promise;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #next(): Thread {
    const idle = this.#threads.find(({ waiting }) => waiting.length === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length < availableParallelism()) return this.#start();
    return this.#threads.reduce((least, thread) => (thread.waiting.length < least.waiting.length ? thread : least));
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(this.#entry), waiting: [] };
    thread.worker.on("message", (checked: CheckedEvents) => thread.waiting.shift()?.resolve(checked));
    // A thread that has failed answers nothing any further: what waits for it fails, and another one takes its place.
    thread.worker.on("error", (reason) => {
      this.#threads = this.#threads.filter((each) => each !== thread);
      for (const { reject } of thread.waiting) reject(reason);
    });
    this.#threads = [...this.#threads, thread];
    return thread;
  }
}

/** Checks events on worker threads, a small number of them here. If a thread fails, this one does its work. */
export const layerOf = (entry: URL): Layer.Layer<EventChecker> =>
  Layer.scoped(
    EventChecker,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new ThreadPool(entry)),
        (pool) => Effect.promise(() => pool.stop())
      ),
      (pool) =>
        EventChecker.of({
          check: (events) =>
            events.length < minForThread
              ? Effect.sync(() => checkEvents(events, hashingNode))
              : Effect.catchAll(
                  Effect.tryPromise(() => pool.check(events)),
                  () => Effect.sync(() => checkEvents(events, hashingNode))
                ),
          verifyEd25519: verifyEd25519Node
        })
    )
  );

/** The layer with the threads of the service. */
export const layer: Layer.Layer<EventChecker> = layerOf(defaultEntry);
