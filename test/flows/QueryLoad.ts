/** Requests that are sent one after the other, on each of several lines, until it is ended. */
export class QueryLoad {
  readonly #lines: ReadonlyArray<Promise<void>>;
  #running = true;
  #answered = 0;
  readonly #wrong: Array<string> = [];

  /** `ask` says what was wrong with its answer; nothing when it was right. */
  constructor(lines: ReadonlyArray<() => Promise<string | null>>) {
    this.#lines = lines.map((ask) => this.#run(ask));
  }

  async #run(ask: () => Promise<string | null>): Promise<void> {
    while (this.#running) {
      const wrong = await ask().catch(String);
      this.#answered += 1;
      if (wrong !== null) this.#wrong.push(wrong);
    }
  }

  get answered(): number {
    return this.#answered;
  }

  /** Ends it; gives all that was wrong. */
  async end(): Promise<ReadonlyArray<string>> {
    this.#running = false;
    await Promise.all(this.#lines);
    return this.#wrong;
  }
}
