import type { SpanAttribute, SpanKind } from "../../domain/tracing/Span.ts";

/** A span that has ended. Times are in nanoseconds of Unix time. */
export interface RecordedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first span of a trace. */
  readonly parentSpanId: string | null;
  readonly kind: SpanKind;
  readonly name: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: ReadonlyArray<readonly [name: string, value: SpanAttribute]>;
  readonly failed: boolean;
}
