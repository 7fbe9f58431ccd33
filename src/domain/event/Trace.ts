import * as Context from "effect/Context";

/** What every event of one request carries: the id of the request, and the network that it came from. */
export class Trace extends Context.Reference<Trace>()("domain/Trace", {
  defaultValue: (): TraceContext => ({ requestId: null, from: null })
}) {}

export interface TraceContext {
  readonly requestId: string | null;
  /** The network of who asks: the first 24 bits of an IPv4 address, the first 48 of an IPv6 one, as `192.0.2.0/24`. */
  readonly from: string | null;
}
