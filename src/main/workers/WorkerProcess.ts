import cluster, { type Worker } from "node:cluster";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as FiberId from "effect/FiberId";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import { roleArguments, roleName, type WorkerRole } from "./WorkerRole.ts";
import { FromWorker, type ToWorker } from "./workerMessages.ts";

/** A worker process ended. The message says why, as far as the worker reported it. */
export class WorkerEnded extends Schema.TaggedError<WorkerEnded>()("WorkerEnded", {
  worker: Schema.String,
  status: Schema.String,
  problem: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    return this.problem ?? `The worker "${this.worker}" ended with ${this.status}`;
  }
}

/** In milliseconds; longer than a worker waits for running requests and for tokens that a PDS is about to issue. */
const stopTimeoutMs = 10_000;

const readMessage = Schema.decodeUnknownOption(FromWorker);

const fork = (role: WorkerRole): Worker => {
  cluster.setupPrimary({ args: [...roleArguments(role)] });
  return cluster.fork();
};

/** A worker, as its supervisor knows it. */
export class WorkerProcess {
  readonly #worker: Worker;
  readonly #name: string;
  readonly #loaded = Deferred.unsafeMake<void>(FiberId.none);
  readonly #ready = Deferred.unsafeMake<string | null>(FiberId.none);
  readonly #ended = Deferred.unsafeMake<never, WorkerEnded>(FiberId.none);
  #problem: string | null = null;

  readonly #stopTimeoutMs: number;

  /** `delayMs` is how long the worker serves requests after it is asked to stop. */
  constructor(role: WorkerRole, delayMs: number) {
    this.#stopTimeoutMs = delayMs + stopTimeoutMs;
    this.#name = roleName(role);
    this.#worker = fork(role);
    this.#worker.on("message", (message: unknown) => this.#receive(readMessage(message)));
    this.#worker.once("exit", (code, signal) => this.#end(signal ?? `the exit code ${code}`));
    this.#worker.once("error", (error) => this.#end(error.message));
  }

  /** Fails when the process ends; never succeeds. */
  get ended(): Effect.Effect<never, WorkerEnded> {
    return Deferred.await(this.#ended);
  }

  /** Waits until the worker can receive messages. */
  get loaded(): Effect.Effect<void, WorkerEnded> {
    return Effect.raceFirst(Deferred.await(this.#loaded), this.ended);
  }

  /** Waits until the worker does its work, and returns the setup token if it issued one. */
  get ready(): Effect.Effect<string | null, WorkerEnded> {
    return Effect.raceFirst(Deferred.await(this.#ready), this.ended);
  }

  /** Sends a message. A process that has ended does not receive it. */
  send(message: ToWorker): Effect.Effect<void> {
    return Effect.sync(() => {
      if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
    });
  }

  /** Lets the process end in order, and kills it if it takes too long. */
  get stop(): Effect.Effect<void> {
    return this.send({ _tag: "Stop" }).pipe(
      Effect.zipRight(Effect.exit(this.ended)),
      Effect.timeoutOption(this.#stopTimeoutMs),
      Effect.tap((ended) => (Option.isNone(ended) ? this.#kill : Effect.void)),
      Effect.asVoid
    );
  }

  get #kill(): Effect.Effect<void> {
    return Effect.zipRight(
      Effect.sync(() => this.#worker.process.kill("SIGKILL")),
      Effect.exit(this.ended)
    );
  }

  #receive(message: Option.Option<FromWorker>): void {
    if (Option.isNone(message)) return;
    switch (message.value._tag) {
      case "Loaded":
        Deferred.unsafeDone(this.#loaded, Effect.void);
        break;
      case "Ready":
        Deferred.unsafeDone(this.#ready, Effect.succeed(message.value.setupToken));
        break;
      case "Failed":
        this.#problem = message.value.problem;
    }
  }

  #end(status: string): void {
    const ended = new WorkerEnded({ worker: this.#name, status, problem: this.#problem });
    Deferred.unsafeDone(this.#ended, Effect.fail(ended));
  }
}

/** Starts the process of a worker for the scope. It waits for `Start`. */
export const startProcess = (role: WorkerRole, delayMs: number): Effect.Effect<WorkerProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new WorkerProcess(role, delayMs)),
    (worker) => worker.stop
  );
