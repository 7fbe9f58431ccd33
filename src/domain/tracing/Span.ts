import * as FiberRef from "effect/FiberRef";

/** What a span measures: a request to this service, a use case, a statement of the database, or a call to another server. */
export type SpanKind = "request" | "use-case" | "statement" | "call";

export type SpanAttribute = string | number | boolean;

/** The ids of a span and of its trace, in hexadecimal digits (W3C Trace Context). */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** What a span begins with. */
export interface SpanStart {
  readonly kind: SpanKind;
  /** From a closed set: never a path, a value, or anything else that a request contains. */
  readonly name: string;
  /** The header `traceparent` of the request that the span is for; none by default. */
  readonly traceparent?: string | undefined;
}

/** A measured piece of work. It has no values of requests: no DIDs, handles, tokens, codes or parameters. */
export interface Span {
  /** Null for the process itself, below which traces begin, and for work whose trace is not recorded. */
  readonly ids: SpanIds | null;
  /** The span of the process, for work that outlives this span. */
  readonly process: Span;
  /** Begins a span below this one; null if the work is measured with this span. */
  readonly begin: (start: SpanStart) => Span | null;
  /** Replaces the name. */
  readonly rename: (name: string) => void;
  /** Sets an attribute, by its name in the semantic conventions of OpenTelemetry. A span with `error.type` has failed. */
  readonly set: (attribute: string, value: SpanAttribute) => void;
  /** Ends the span, with the type of the error if the work failed. */
  readonly end: (errorType: string | null) => void;
}

/**
 * The span of the work of a fiber; null if traces are off. It is not a service, because providing a service copies the map of
 * all services.
 */
export const currentSpan: FiberRef.FiberRef<Span | null> = FiberRef.unsafeMake<Span | null>(null);
