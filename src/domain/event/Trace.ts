import * as Context from "effect/Context";

/** What every event of one request carries: which request, and what caused it. */
export class Trace extends Context.Reference<Trace>()("domain/Trace", {
  defaultValue: (): TraceContext => ({ requestId: null, correlationId: null, causationId: null })
}) {}

export interface TraceContext {
  readonly requestId: string | null;
  readonly correlationId: string | null;
  readonly causationId: string | null;
}
