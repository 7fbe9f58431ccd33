import * as Context from "effect/Context";

/** What every event of a request carries: the id of the request, and the network that it came from. */
export class Trace extends Context.Reference<Trace>()("domain/Trace", {
  defaultValue: (): TraceContext => ({ requestId: null, from: null })
}) {}

export interface TraceContext {
  readonly requestId: string | null;
  /** The network of the caller, as `192.0.2.0/24`: the first 24 bits of an IPv4 address, 48 of an IPv6 address. */
  readonly from: string | null;
}
