import * as Context from "effect/Context";
import * as Effect from "effect/Effect";

/** What every event of a request carries: the id of the request, and a hash of the address that it came from. */
export class Trace extends Context.Reference<Trace>()("domain/Trace", {
  defaultValue: (): TraceContext => ({ requestId: null, ipHash: Effect.succeed(null) })
}) {}

export interface TraceContext {
  readonly requestId: string | null;
  /** The keyed hash of the caller's address; null without a caller, or if there is no key to hash with. */
  readonly ipHash: Effect.Effect<string | null>;
}
