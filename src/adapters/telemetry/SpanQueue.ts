import type { RecordedSpan } from "./RecordedSpan.ts";

/** The spans that wait for the collector. Beyond its capacity, new ones are dropped. */
export class SpanQueue {
  #spans: Array<RecordedSpan> = [];
  readonly #capacity: number;
  readonly #batchSize: number;
  readonly #onBatch: () => void;
  readonly #onDrop: (spans: number) => void;

  /** Calls `onBatch` when a full batch waits, and `onDrop` for spans that have no room. */
  constructor(options: {
    readonly capacity: number;
    readonly batchSize: number;
    readonly onBatch: () => void;
    readonly onDrop: (spans: number) => void;
  }) {
    this.#capacity = options.capacity;
    this.#batchSize = options.batchSize;
    this.#onBatch = options.onBatch;
    this.#onDrop = options.onDrop;
  }

  get length(): number {
    return this.#spans.length;
  }

  add(span: RecordedSpan): void {
    if (this.#spans.length >= this.#capacity) this.#onDrop(1);
    else this.#spans.push(span);
    if (this.#spans.length >= this.#batchSize) this.#onBatch();
  }

  /** Returns the oldest spans, which stay in the queue until they are removed. */
  batch(): ReadonlyArray<RecordedSpan> {
    return this.#spans.slice(0, this.#batchSize);
  }

  /** Removes the oldest spans. */
  remove(spans: number): void {
    this.#spans = this.#spans.slice(spans);
  }

  /** Drops all spans. */
  dropAll(): void {
    this.#onDrop(this.#spans.length);
    this.#spans = [];
  }
}
