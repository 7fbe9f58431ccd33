import type { SpanAttribute, SpanKind } from "../../domain/tracing/Span.ts";
import type { RecordedSpan } from "./RecordedSpan.ts";

/** The attributes of the process that all its spans have in common. */
export type Resource = Readonly<Record<string, string>>;

/** Spans that are sent together. */
export interface SpanBatch {
  readonly resource: Resource;
  /** The version of the service, which makes the spans itself. */
  readonly version: string;
  readonly spans: ReadonlyArray<RecordedSpan>;
}

/** The instrumentation scope of all spans. */
export const scopeName = "tidemark";

/** `SpanKind` of OTLP: INTERNAL is 1, SERVER is 2, CLIENT is 3. */
export const otlpKind: Readonly<Record<SpanKind, number>> = { "use-case": 1, request: 2, statement: 3, call: 3 };

/** `STATUS_CODE_ERROR` of OTLP. */
export const errorStatus = 2;

/** The attributes of a resource, in the form of those of a span. */
export const attributesOf = (resource: Resource): ReadonlyArray<readonly [string, SpanAttribute]> =>
  Object.entries(resource);
