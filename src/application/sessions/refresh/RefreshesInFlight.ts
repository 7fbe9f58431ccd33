import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";

/** How long a process that is stopped waits for the refreshes that it has begun, in milliseconds. */
const shutdownTimeoutMs = 6_000;

/** More than there are ever at once. */
const maxConcurrent = 1_000_000;

/** The refreshes that this process is at. A PDS gives tokens once: who stops it lets them come, and be stored. */
export class RefreshesInFlight extends Context.Tag("application/RefreshesInFlight")<
  RefreshesInFlight,
  {
    /** Makes an effect one that is waited for. */
    readonly during: <A, E, R>(refresh: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  }
>() {}

/** To be built after all that a refresh needs, so that it is closed before, and waits then. */
export const layer: Layer.Layer<RefreshesInFlight> = Layer.scoped(
  RefreshesInFlight,
  Effect.gen(function* () {
    const free = yield* Effect.makeSemaphore(maxConcurrent);
    yield* Effect.addFinalizer(() =>
      Effect.timeoutOption(Effect.interruptible(free.take(maxConcurrent)), shutdownTimeoutMs)
    );
    return RefreshesInFlight.of({ during: (refresh) => free.withPermits(1)(refresh) });
  })
);
