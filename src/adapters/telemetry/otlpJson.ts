import type { SpanAttribute } from "../../domain/tracing/Span.ts";
import type { RecordedSpan } from "./RecordedSpan.ts";
import { attributesOf, errorStatus, otlpKind, type SpanBatch, scopeName } from "./SpanBatch.ts";

const valueOf = (value: SpanAttribute) => {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const keyValues = (attributes: Iterable<readonly [string, SpanAttribute]>) =>
  Array.from(attributes, ([key, value]) => ({ key, value: valueOf(value) }));

const spanOf = (span: RecordedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: otlpKind[span.kind],
  startTimeUnixNano: String(span.start),
  endTimeUnixNano: String(span.end),
  attributes: keyValues(span.attributes),
  status: span.failed ? { code: errorStatus } : {}
});

/** Encodes spans as a request of OTLP in JSON: ids in hexadecimal digits, 64-bit numbers as texts. */
export const otlpJson = ({ resource, spans, version }: SpanBatch): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(attributesOf(resource)) },
        scopeSpans: [{ scope: { name: scopeName, version }, spans: spans.map(spanOf) }]
      }
    ]
  });
