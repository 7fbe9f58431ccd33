import * as Effect from "effect/Effect";
import { forkSupervised } from "../../application/background/supervise.ts";
import type { ProcessCounters } from "../../application/health/HealthCounters.ts";
import type { RecordedSpan } from "./RecordedSpan.ts";
import type { Resource } from "./SpanBatch.ts";
import { SpanQueue } from "./SpanQueue.ts";
import type { SendSpans, SpansNotTaken } from "./sendSpans.ts";

/** Spans that wait at most, and in one request. A span takes about 500 bytes of memory. */
const sizes = { capacity: 8_192, batchSize: 512 };

/** How long spans wait for more of them, how long a stop waits for the collector, and the longest wait between two tries. */
const waits = { batchMs: 5_000, stopMs: 3_000, longestMs: 60_000 };

/** Logs once when the collector stops taking spans, and once when it takes them again. */
class CollectorState {
  #failing = false;
  #lost = 0;

  lose(spans: number): void {
    this.#lost += spans;
  }

  failed({ detail, reason }: SpansNotTaken): Effect.Effect<void> {
    if (this.#failing) return Effect.void;
    this.#failing = true;
    const what = reason === "away" ? "does not respond" : "refuses spans";
    return Effect.logWarning(`The collector of traces ${what} (${detail}). Requests are not affected`);
  }

  get succeeded(): Effect.Effect<void> {
    if (!this.#failing) return Effect.void;
    const lost = this.#lost;
    this.#failing = false;
    this.#lost = 0;
    return Effect.logInfo(`The collector of traces takes spans again; ${lost} were lost`);
  }
}

interface Exporter {
  readonly resource: Resource;
  readonly version: string;
  readonly send: SendSpans;
  readonly counters: ProcessCounters;
}

/**
 * Returns what takes ended spans, and sends them in batches until the scope closes, when it sends what is left. It never waits:
 * beyond its capacity, spans are dropped and counted.
 */
export const exportSpans = Effect.fnUntraced(function* ({ counters, resource, send, version }: Exporter) {
  const state = new CollectorState();
  const isFull = yield* Effect.makeLatch();
  const lose = (result: "dropped" | "refused", spans: number) => {
    state.lose(spans);
    counters.totals.countSpans(result, spans);
  };
  const queue = new SpanQueue({
    ...sizes,
    onBatch: () => isFull.unsafeOpen(),
    onDrop: (spans) => lose("dropped", spans)
  });

  /** Sends one batch. Returns how many milliseconds to wait before the next try. */
  const sendBatch = Effect.suspend(() => {
    const spans = queue.batch();
    return Effect.matchEffect(send({ resource, spans, version }), {
      onSuccess: () => {
        queue.remove(spans.length);
        counters.totals.countSpans("exported", spans.length);
        return Effect.as(state.succeeded, 0);
      },
      onFailure: (failure) => {
        if (failure.reason === "refused") {
          queue.remove(spans.length);
          lose("refused", spans.length);
        }
        const wait = failure.reason === "refused" ? 0 : (failure.retryAfter ?? 1) * 1_000;
        return Effect.as(state.failed(failure), wait);
      }
    });
  });

  /** Sends batches until no more than `most` spans wait. The time between two tries doubles with each failure in a row. */
  const sendUntil = (most: number): Effect.Effect<void> =>
    Effect.iterate(1, {
      while: () => queue.length > most,
      body: (factor) =>
        Effect.flatMap(sendBatch, (wait) =>
          wait === 0
            ? Effect.succeed(1)
            : Effect.as(Effect.sleep(Math.min(wait * factor, waits.longestMs)), Math.min(factor * 2, 64))
        )
    }).pipe(Effect.asVoid);

  const isWaiting = isFull.await.pipe(Effect.timeoutOption(waits.batchMs));
  const run = isWaiting.pipe(
    Effect.zipRight(Effect.sync(() => isFull.unsafeClose())),
    Effect.zipRight(sendUntil(0)),
    Effect.forever
  );
  yield* Effect.addFinalizer(() =>
    sendUntil(0).pipe(
      Effect.interruptible,
      Effect.timeoutOption(waits.stopMs),
      Effect.zipRight(Effect.sync(() => queue.dropAll()))
    )
  );
  yield* forkSupervised("export traces")(run);
  return (span: RecordedSpan) => queue.add(span);
});
