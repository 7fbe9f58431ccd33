import { Worker } from "node:worker_threads";
import { type SignatureCheck, type SignatureOutcome, signatureTask } from "./SignatureTask.ts";

/** How long an idle thread waits before it stops, and how long none is started after one failed, in milliseconds. */
const idleTime = 60_000;
const restartAfter = 60_000;

/** A limit, not a reservation, in MiB: the keys that were used last take 10. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** The module that the thread runs. */
const defaultEntry = new URL("./signatureWorker.ts", import.meta.url);

/** Receives which of the signatures are valid; null if the caller must verify them itself. */
type Respond = (valid: ReadonlyArray<boolean> | null) => void;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Respond>;
  isReady: boolean;
}

/** The options of a thread. */
export interface SignatureThreadOptions {
  /** Called once for each thread that stops unexpectedly, with the reason. */
  readonly failed: (reason: string) => void;
  readonly entry?: URL;
}

/** A thread that verifies signatures. It starts when it is first needed, and stops after a minute without signatures. */
export class SignatureThread {
  readonly #failed: (reason: string) => void;
  readonly #entry: URL;
  #running: Running | null = null;
  #mayStartAt = Number.NEGATIVE_INFINITY;
  #number = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor({ entry = defaultEntry, failed }: SignatureThreadOptions) {
    this.#entry = entry;
    this.#failed = failed;
  }

  /** Returns whether a thread is ready. If there is none, one starts, unless one failed within the last minute. */
  isReady(): boolean {
    if (this.#running === null && performance.now() >= this.#mayStartAt) this.#running = this.#start();
    return this.#running?.isReady ?? false;
  }

  /** Has signatures verified. */
  verify(checks: ReadonlyArray<SignatureCheck>, respond: Respond): void {
    const running = this.#running;
    if (running === null) {
      respond(null);
      return;
    }
    this.#number += 1;
    const task = signatureTask(this.#number, checks);
    running.waiting.set(task.number, respond);
    running.worker.ref();
    running.worker.postMessage(task, [task.bytes.buffer]);
  }

  /** Stops the thread. What waits for it is verified by its caller. */
  stop(): void {
    const running = this.#running;
    clearTimeout(this.#idle);
    this.#running = null;
    if (running !== null) void running.worker.terminate();
  }

  #start(): Running {
    const worker = new Worker(this.#entry, { resourceLimits });
    const running: Running = { worker, waiting: new Map(), isReady: false };
    let reason: string | null = null;
    worker.unref();
    worker.on("message", (outcome: SignatureOutcome) => {
      if (outcome._tag === "Ready") running.isReady = true;
      else this.#respond(running, outcome.number, outcome.valid);
      this.#stopWhenIdle(running);
    });
    worker.on("error", (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    // Emitted after every error, too.
    worker.on("exit", (code) => this.#ended(running, reason ?? `it ended with the code ${code}`));
    return running;
  }

  #respond({ waiting }: Running, number: number, valid: ReadonlyArray<boolean>): void {
    const respond = waiting.get(number);
    waiting.delete(number);
    respond?.(valid);
  }

  #stopWhenIdle({ waiting, worker }: Running): void {
    clearTimeout(this.#idle);
    if (waiting.size > 0) return;
    worker.unref();
    this.#idle = setTimeout(() => this.stop(), idleTime).unref();
  }

  #ended(running: Running, reason: string): void {
    if (this.#running === running) {
      this.#running = null;
      this.#mayStartAt = performance.now() + restartAfter;
      this.#failed(reason);
    }
    for (const respond of running.waiting.values()) respond(null);
    running.waiting.clear();
  }
}
