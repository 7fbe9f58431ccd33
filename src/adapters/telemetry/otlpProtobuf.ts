import type { SpanAttribute } from "../../domain/tracing/Span.ts";
import type { RecordedSpan } from "./RecordedSpan.ts";
import { attributesOf, errorStatus, otlpKind, type SpanBatch, scopeName } from "./SpanBatch.ts";

/** The wire types of Protocol Buffers that OTLP needs. */
const wire = { varint: 0, fixed64: 1, length: 2 } as const;

const varint = (value: bigint): Buffer => {
  const bytes: Array<number> = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
};

const smallVarint = (value: number): Buffer => (value < 0x80 ? Buffer.of(value) : varint(BigInt(value)));

const key = (field: number, type: number): Buffer => smallVarint((field << 3) | type);

const integer = (field: number, value: number): Buffer =>
  Buffer.concat([key(field, wire.varint), value < 0 ? varint(BigInt(value)) : smallVarint(value)]);

const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([key(field, wire.length), smallVarint(value.length), value]);

const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

const message = (field: number, parts: ReadonlyArray<Buffer>): Buffer => bytes(field, Buffer.concat(parts));

const time = (field: number, value: bigint): Buffer => {
  const encoded = Buffer.alloc(8);
  encoded.writeBigUInt64LE(value);
  return Buffer.concat([key(field, wire.fixed64), encoded]);
};

const double = (field: number, value: number): Buffer => {
  const encoded = Buffer.alloc(8);
  encoded.writeDoubleLE(value);
  return Buffer.concat([key(field, wire.fixed64), encoded]);
};

/** `AnyValue` of `opentelemetry/proto/common/v1/common.proto`. */
const anyValue = (value: SpanAttribute): Buffer => {
  if (typeof value === "string") return text(1, value);
  if (typeof value === "boolean") return integer(2, Number(value));
  return Number.isSafeInteger(value) ? integer(3, value) : double(4, value);
};

const keyValues = (field: number, attributes: ReadonlyArray<readonly [string, SpanAttribute]>): ReadonlyArray<Buffer> =>
  attributes.map(([name, value]) => message(field, [text(1, name), message(2, [anyValue(value)])]));

/** `Span` of `opentelemetry/proto/trace/v1/trace.proto`. */
const spanOf = (span: RecordedSpan): Buffer =>
  message(2, [
    bytes(1, Buffer.from(span.traceId, "hex")),
    bytes(2, Buffer.from(span.spanId, "hex")),
    ...(span.parentSpanId === null ? [] : [bytes(4, Buffer.from(span.parentSpanId, "hex"))]),
    text(5, span.name),
    integer(6, otlpKind[span.kind]),
    time(7, span.start),
    time(8, span.end),
    ...keyValues(9, span.attributes),
    message(15, span.failed ? [integer(3, errorStatus)] : [])
  ]);

/** Encodes spans as an `ExportTraceServiceRequest` of OTLP in Protocol Buffers. */
export const otlpProtobuf = ({ resource, spans, version }: SpanBatch): Buffer =>
  message(1, [
    message(1, keyValues(1, attributesOf(resource))),
    message(2, [message(1, [text(1, scopeName), text(2, version)]), ...spans.map(spanOf)])
  ]);
