import * as Cause from "effect/Cause";
import * as Exit from "effect/Exit";
import type * as Fiber from "effect/Fiber";
import * as FiberId from "effect/FiberId";

type Done = IteratorReturnResult<undefined>;

const done: Done = { done: true, value: undefined };

/**
 * An operation as the libraries of the protocols run it: an iterable that ends with the operation, and that interrupts it on
 * `return`. It has no elements, because the texts of responses go to the connection directly: the libraries would parse and
 * print each of them again for each connection. `next` rejects with the error of the operation, if it fails.
 */
export class RunningOperation<E> implements AsyncIterableIterator<never, undefined> {
  readonly #start: () => Fiber.RuntimeFiber<void, E>;
  readonly #onDefect: (cause: Cause.Cause<E>) => void;
  #fiber: Fiber.RuntimeFiber<void, E> | null = null;
  #isReturned = false;

  /** `start` runs the operation; `onDefect` is called when it ends with a defect. */
  constructor(start: () => Fiber.RuntimeFiber<void, E>, onDefect: (cause: Cause.Cause<E>) => void) {
    this.#start = start;
    this.#onDefect = onDefect;
  }

  next(): Promise<Done> {
    if (this.#isReturned) return Promise.resolve(done);
    this.#fiber ??= this.#start();
    return this.#end(this.#fiber);
  }

  return(): Promise<Done> {
    this.#isReturned = true;
    if (this.#fiber === null) return Promise.resolve(done);
    this.#fiber.unsafeInterruptAsFork(FiberId.none);
    return this.#end(this.#fiber);
  }

  throw(): Promise<Done> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(fiber: Fiber.RuntimeFiber<void, E>): Promise<Done> {
    return new Promise((resolve, reject) => {
      fiber.addObserver((exit) => {
        if (Exit.isSuccess(exit) || this.#isReturned) return resolve(done);
        const failure = Cause.failureOption(exit.cause);
        if (failure._tag === "Some") return reject(failure.value);
        if (!Cause.isInterruptedOnly(exit.cause)) this.#onDefect(exit.cause);
        resolve(done);
      });
    });
  }
}
