import { setTimeout } from "node:timers/promises";

/** What is waited for. A function says it as it is at the moment. */
export type StepName = string | (() => string);

interface OpenStep {
  readonly name: StepName;
  readonly seconds: number;
  readonly began: number;
}

const nameOf = ({ name }: OpenStep): string => (typeof name === "string" ? name : name());

const pollMilliseconds = 100;

/** The steps that a run waits for. Each is given up after a time, so that a run always ends and says what it waited for. */
export class RunSteps {
  readonly #open = new Set<OpenStep>();
  readonly #say: (line: string) => void;
  /** Steps that failed or were given up. */
  readonly problems: Array<string> = [];

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Waits for a step. Returns null if it fails or is given up, and keeps why. */
  async attempt<A>(name: StepName, seconds: number, act: () => Promise<A>): Promise<A | null> {
    try {
      return await this.require(name, seconds, act);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.problems.push(problem);
      this.#say(problem);
      return null;
    }
  }

  /** Waits for a step without which the run cannot go on. */
  async require<A>(name: StepName, seconds: number, act: () => Promise<A>): Promise<A> {
    const step: OpenStep = { name, seconds, began: performance.now() };
    const timer = new AbortController();
    this.#open.add(step);
    const giveUp = setTimeout(seconds * 1000, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`Gave up after ${seconds} s: ${nameOf(step)}`);
    });
    const acted = act().catch((error: unknown) => {
      throw new Error(`Failed: ${nameOf(step)}: ${error instanceof Error ? error.message : error}`);
    });
    try {
      return await Promise.race([acted, giveUp]);
    } finally {
      timer.abort();
      this.#open.delete(step);
    }
  }

  /** Waits until something is so. */
  async until(name: StepName, seconds: number, check: () => Promise<boolean>): Promise<void> {
    let isOver = false;
    await this.attempt(name, seconds, async () => {
      while (!isOver && !(await check())) await setTimeout(pollMilliseconds);
    });
    isOver = true;
  }

  /** The steps that have been waited for longer than some seconds. */
  waitingFor(longerThan: number): ReadonlyArray<string> {
    const now = performance.now();
    return [...this.#open]
      .map((step) => ({ step, waited: Math.round((now - step.began) / 1000) }))
      .filter(({ waited }) => waited >= longerThan)
      .map(({ step, waited }) => `${nameOf(step)} (${waited} of ${step.seconds} s)`);
  }

  /** Says every some seconds what is waited for, if it takes as long. Returns what ends that. */
  sayEvery(seconds: number): () => void {
    const timer = setInterval(() => {
      const waiting = this.waitingFor(seconds);
      if (waiting.length > 0) this.#say(`Waiting: ${waiting.join("; ")}`);
    }, seconds * 1000);
    return () => clearInterval(timer);
  }
}
