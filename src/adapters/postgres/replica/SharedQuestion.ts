/**
 * A question to a server, whose answer is useful only if it was asked later than the caller needed it. All callers that come
 * while an answer is expected share the next one.
 */
export class SharedQuestion<A> {
  readonly #ask: () => Promise<A>;
  #waiting: Array<(answer: A | null) => void> = [];
  #isAsking = false;

  constructor(ask: () => Promise<A>) {
    this.#ask = ask;
  }

  /** Calls back with the answer to a question that is asked after this call; null if there is none. */
  next(onAnswer: (answer: A | null) => void): void {
    this.#waiting.push(onAnswer);
    if (this.#isAsking) return;
    this.#isAsking = true;
    // The callers of this turn of the event loop share the first question too.
    setImmediate(this.#send);
  }

  readonly #send = (): void => {
    const served = this.#waiting;
    this.#waiting = [];
    const settle = (answer: A | null) => {
      if (this.#waiting.length > 0) setImmediate(this.#send);
      else this.#isAsking = false;
      for (const onAnswer of served) onAnswer(answer);
    };
    this.#ask().then(settle, () => settle(null));
  };
}
