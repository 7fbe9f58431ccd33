import type { RecordedSpan } from "./RecordedSpan.ts";

/** Takes a span that has ended. */
export type RecordSpan = (span: RecordedSpan) => void;

/** From how many milliseconds, and from how many spans, a trace of a background job is recorded. */
const notable = { milliseconds: 1_000, spans: 64 };

const isNotable = ({ end, failed, kind, name, start }: RecordedSpan): boolean =>
  failed || kind === "call" || name === "COMMIT" || end - start > BigInt(notable.milliseconds) * 1_000_000n;

/**
 * One trace. Its clock is monotonic, so that no span ends before it begins, and is set when the trace begins, so that it does
 * not drift from the clocks of other machines.
 *
 * A trace of a background job is held back until something happens in it: a commit, a call, a failure, or much work. Jobs look
 * for work every few seconds, and nobody wants a trace of finding none.
 */
export class LiveTrace {
  readonly id: string;
  readonly #record: RecordSpan;
  readonly #offset = Date.now() - performance.now();
  #held: Array<RecordedSpan> | null;

  constructor(id: string, record: RecordSpan, isOfRequest: boolean) {
    this.id = id;
    this.#record = record;
    this.#held = isOfRequest ? null : [];
  }

  /** Returns Unix time in nanoseconds. */
  now(): bigint {
    const milliseconds = this.#offset + performance.now();
    const whole = Math.floor(milliseconds);
    return BigInt(whole) * 1_000_000n + BigInt(Math.floor((milliseconds - whole) * 1e6));
  }

  /** Takes a span that has ended. */
  add(span: RecordedSpan): void {
    const held = this.#held;
    if (held === null) {
      this.#record(span);
      return;
    }
    held.push(span);
    if (!isNotable(span) && held.length < notable.spans) return;
    this.#held = null;
    for (const each of held) this.#record(each);
  }
}
