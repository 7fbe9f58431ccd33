import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";

/** How long a process that is stopped waits for the refreshes that it has begun, in milliseconds. */
const patience = 6_000;

/** More than there are ever at once. */
const places = 1_000_000;

/** The refreshes that this process is at. A PDS gives tokens once: who stops it lets them come, and be stored. */
export class RefreshesUnderWay extends Context.Tag("application/RefreshesUnderWay")<
  RefreshesUnderWay,
  {
    /** Makes an effect one that is waited for. */
    readonly during: <A, E, R>(refresh: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  }
>() {}

/** To be built after all that a refresh needs, so that it is closed before, and waits then. */
export const layer: Layer.Layer<RefreshesUnderWay> = Layer.scoped(
  RefreshesUnderWay,
  Effect.gen(function* () {
    const free = yield* Effect.makeSemaphore(places);
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(free.take(places)), patience));
    return RefreshesUnderWay.of({ during: (refresh) => free.withPermits(1)(refresh) });
  })
);
