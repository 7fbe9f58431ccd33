import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { otlpJson } from "../../../src/adapters/telemetry/otlpJson.ts";
import { otlpProtobuf } from "../../../src/adapters/telemetry/otlpProtobuf.ts";
import type { SpanBatch } from "../../../src/adapters/telemetry/SpanBatch.ts";
import { type Field, fieldsOf } from "../../support/protobufFields.ts";
import { officialProtobuf } from "./otlpVector.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const times = { start: 1_700_000_000_123_456_789n, end: 1_700_000_001_000_000_005n };

const batch: SpanBatch = {
  resource: { "service.name": "tidemark", "service.version": "1.2.3" },
  version: "1.2.3",
  spans: [
    {
      traceId,
      spanId: "b7ad6b7169203331",
      parentSpanId: null,
      kind: "request",
      name: "POST /graphql",
      ...times,
      failed: false,
      attributes: [
        ["http.request.method", "POST"],
        ["http.response.status_code", 200],
        ["big", 5_000_000_000],
        ["negative", -3],
        ["ratio", 0.25],
        ["yes", true],
        ["no", false],
        ["empty", ""],
        ["umlaut", "ä".repeat(80)]
      ]
    },
    {
      traceId,
      spanId: "00f067aa0ba902b7",
      parentSpanId: "b7ad6b7169203331",
      kind: "statement",
      name: "SELECT events",
      ...times,
      failed: true,
      attributes: [["error.type", "SqlError"]]
    }
  ]
};

/** The fields that hold messages, by the path of their numbers: resource, scope, spans, attributes and their values, status. */
const messages = /^1(?:\.1(?:\.1(?:\.2)?)?|\.2(?:\.1|\.2(?:\.9(?:\.2)?|\.15)?)?)?$/;

const isZero = ({ value }: Field): boolean => (typeof value === "bigint" ? value === 0n : value.length === 0);

/** The fields of a message with their paths. Fields of spans and resources that are zero, and the flags, are left out. */
const leaves = (message: Buffer, path: ReadonlyArray<number> = []): ReadonlyArray<string> =>
  fieldsOf(message).flatMap((field) => {
    const inner = [...path, field.field].join(".");
    if (messages.test(inner) && Buffer.isBuffer(field.value)) return leaves(field.value, [...path, field.field]);
    const isValue = /\.9\.2\.\d+$/.test(inner);
    if ((isZero(field) && !isValue) || inner === "1.2.2.16") return [];
    return [`${inner} ${typeof field.value === "bigint" ? field.value : field.value.toString("hex")}`];
  });

describe("OTLP", () => {
  it("in Protocol Buffers has the fields that the library of OpenTelemetry writes", () => {
    assert.deepStrictEqual(leaves(otlpProtobuf(batch)), leaves(officialProtobuf));
    assert.isAbove(leaves(officialProtobuf).length, 30);
  });

  it("in JSON has ids in hexadecimal digits, and times and integers as texts", () => {
    const { resourceSpans } = JSON.parse(otlpJson(batch));
    const [{ resource, scopeSpans }] = resourceSpans;
    const [{ scope, spans }] = scopeSpans;
    assert.deepStrictEqual(resource.attributes[0], { key: "service.name", value: { stringValue: "tidemark" } });
    assert.deepStrictEqual(scope, { name: "tidemark", version: "1.2.3" });
    const [first, second] = spans;
    assert.deepStrictEqual(
      { ...first, attributes: first.attributes.slice(0, 6) },
      {
        traceId,
        spanId: "b7ad6b7169203331",
        name: "POST /graphql",
        kind: 2,
        startTimeUnixNano: "1700000000123456789",
        endTimeUnixNano: "1700000001000000005",
        attributes: [
          { key: "http.request.method", value: { stringValue: "POST" } },
          { key: "http.response.status_code", value: { intValue: "200" } },
          { key: "big", value: { intValue: "5000000000" } },
          { key: "negative", value: { intValue: "-3" } },
          { key: "ratio", value: { doubleValue: 0.25 } },
          { key: "yes", value: { boolValue: true } }
        ],
        status: {}
      }
    );
    assert.deepStrictEqual([second.parentSpanId, second.kind, second.status], ["b7ad6b7169203331", 3, { code: 2 }]);
  });

  it("in Protocol Buffers keeps every text and every integer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.maxSafeInteger(), (text, integer) => {
        const [span] = batch.spans;
        if (span === undefined) throw new Error("there is a span");
        const encoded = otlpProtobuf({ ...batch, spans: [{ ...span, attributes: [[text, integer]] }] });
        const read = leaves(encoded);
        const key = Buffer.from(text).toString("hex");
        if (key !== "") assert.include(read, `1.2.2.9.1 ${key}`);
        assert.include(read, `1.2.2.9.2.3 ${BigInt.asUintN(64, BigInt(integer))}`);
      })
    );
  });
});
