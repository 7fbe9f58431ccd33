import * as Effect from "effect/Effect";
import * as FiberRef from "effect/FiberRef";

/** What every event of a request carries: the id of the request, and a hash of the address that it came from. */
export interface TraceContext {
  readonly requestId: string | null;
  /** The keyed hash of the caller's address; null without a caller, or if there is no key to hash with. */
  readonly ipHash: Effect.Effect<string | null>;
}

/**
 * The trace of the request that a fiber works for; work that no request caused has none. It is not a service, because
 * providing a service copies the map of all services, for every request.
 */
export const currentTrace: FiberRef.FiberRef<TraceContext> = FiberRef.unsafeMake<TraceContext>({
  requestId: null,
  ipHash: Effect.succeed(null)
});
