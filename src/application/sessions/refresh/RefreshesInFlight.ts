import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";

/** How long a stopping process waits for the refreshes it has started, in milliseconds. */
const shutdownTimeoutMs = 6_000;

/** More than ever run at once. */
const maxConcurrent = 1_000_000;

/**
 * The refreshes that this process has in flight. A PDS issues tokens only once, so shutdown waits until they have
 * arrived and are stored.
 */
export class RefreshesInFlight extends Context.Tag("application/RefreshesInFlight")<
  RefreshesInFlight,
  {
    /** Runs an effect that shutdown waits for. */
    readonly during: <A, E, R>(refresh: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  }
>() {}

/** Must be built after everything that a refresh needs, so that it is closed before and waits then. */
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
