/** What has something to deliver: each step of `deliveries` gives it to one receiver. */
export interface Delivering {
  readonly deliveries: () => Iterator<void>;
}

/** How long receivers are served before other work of the process gets its turn, in milliseconds. */
const turnMs = 3;

/** How many deliveries are made between two looks at the clock. */
const stepsPerLook = 16;

/** A round is followed by a pause of this multiple of its length, so that two thirds of the process are left for others. */
const pauseRatio = 2;

/** The longest pause between two rounds, in milliseconds. */
const maxPauseMs = 150;

/** Shorter rounds need no pause, in milliseconds. */
const shortRoundMs = 2;

/**
 * Delivers to all receivers of a process in rounds. What is published meanwhile waits for the next round, so that under load
 * each receiver gets several responses at once, and each write to a connection carries more.
 */
export class FanOut {
  readonly #waiting = new Set<Delivering>();
  #isRunning = false;

  /** Delivers what is published there, with the next round. */
  request(from: Delivering): void {
    this.#waiting.add(from);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#startRound());
  }

  #startRound(): void {
    const served = [...this.#waiting].map((from) => from.deliveries());
    this.#waiting.clear();
    this.#serve(served, 0);
  }

  /** Serves receivers for one turn. `spentMs` is what the round took in earlier turns. */
  #serve(served: Array<Iterator<void>>, spentMs: number): void {
    const start = performance.now();
    for (let step = 1; served.length > 0; step += 1) {
      if (served.at(-1)?.next().done === true) served.pop();
      if (step % stepsPerLook !== 0) continue;
      const spent = performance.now() - start;
      if (spent > turnMs) return void setImmediate(() => this.#serve(served, spentMs + spent));
    }
    this.#endRound(spentMs + performance.now() - start);
  }

  #endRound(spentMs: number): void {
    const pauseMs = spentMs < shortRoundMs ? 0 : Math.min(spentMs * pauseRatio, maxPauseMs);
    const next = () => {
      if (this.#waiting.size > 0) this.#startRound();
      else this.#isRunning = false;
    };
    if (pauseMs === 0) next();
    else setTimeout(next, pauseMs);
  }
}
