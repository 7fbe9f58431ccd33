import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Logger from "effect/Logger";
import * as Redacted from "effect/Redacted";
import * as Scope from "effect/Scope";
import * as TestClock from "effect/TestClock";
import { exportSpans } from "../../../src/adapters/telemetry/exportSpans.ts";
import type { RecordedSpan } from "../../../src/adapters/telemetry/RecordedSpan.ts";
import { makeSendSpans, type SendSpans, SpansNotTaken } from "../../../src/adapters/telemetry/sendSpans.ts";
import { ProcessCounters } from "../../../src/application/health/HealthCounters.ts";
import type { TracingSettings } from "../../../src/domain/tracing/TracingSettings.ts";
import { attributeOf, SpanCollector } from "../../support/spanCollector.ts";

const span: RecordedSpan = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  parentSpanId: null,
  kind: "request",
  name: "GET /x",
  start: 1n,
  end: 2n,
  attributes: [],
  failed: false
};

/** An exporter whose collector takes spans, is away, or refuses them. */
const exporter = Effect.gen(function* () {
  const counters = new ProcessCounters();
  const collector = { state: "takes" as "takes" | "away" | "refused", sent: 0, requests: 0 };
  const send: SendSpans = ({ spans }) =>
    Effect.suspend(() => {
      collector.requests += 1;
      if (collector.state !== "takes")
        return new SpansNotTaken({ reason: collector.state, detail: "status 503", retryAfter: null });
      collector.sent += spans.length;
      return Effect.void;
    });
  const scope = yield* Scope.make();
  const add = yield* exportSpans({ counters, resource: {}, send, version: "1" }).pipe(Scope.extend(scope));
  const addMany = (spans: number) => {
    for (let at = 0; at < spans; at += 1) add(span);
  };
  const stop = Scope.close(scope, Exit.void);
  return { addMany, collector, counters: () => Object.fromEntries(counters.totals.spans), stop };
});

const logged = () => {
  const lines: Array<string> = [];
  const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)));
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) };
};

describe("the exporter of spans", () => {
  it.effect("sends spans every five seconds, and a full batch at once", () =>
    Effect.gen(function* () {
      const { addMany, collector, counters, stop } = yield* exporter;
      addMany(3);
      yield* TestClock.adjust("4 seconds");
      assert.strictEqual(collector.sent, 0);
      yield* TestClock.adjust("1 second");
      assert.strictEqual(collector.sent, 3);
      addMany(1_100);
      yield* TestClock.adjust("1 millis");
      assert.strictEqual(collector.sent, 1_103);
      assert.strictEqual(collector.requests, 4);
      assert.deepStrictEqual(counters(), { exported: 1_103, dropped: 0, refused: 0 });
      yield* stop;
    })
  );

  it.effect("drops and counts what has no room while the collector is away, and logs once", () => {
    const { layer, lines } = logged();
    return Effect.gen(function* () {
      const { addMany, collector, counters, stop } = yield* exporter;
      collector.state = "away";
      addMany(10_000);
      yield* TestClock.adjust("10 minutes");
      assert.deepStrictEqual(counters(), { exported: 0, dropped: 1_808, refused: 0 });
      assert.isAtMost(collector.requests, 20);
      assert.deepStrictEqual(lines, [
        "The collector of traces does not respond (status 503). Requests are not affected"
      ]);
      collector.state = "takes";
      yield* TestClock.adjust("2 minutes");
      assert.deepStrictEqual(counters(), { exported: 8_192, dropped: 1_808, refused: 0 });
      assert.deepStrictEqual(lines.slice(1), ["The collector of traces takes spans again; 1808 were lost"]);
      yield* stop;
    }).pipe(Effect.provide(layer));
  });

  it.effect("does not repeat what the collector refuses", () => {
    const { layer, lines } = logged();
    return Effect.gen(function* () {
      const { addMany, collector, counters, stop } = yield* exporter;
      collector.state = "refused";
      addMany(700);
      yield* TestClock.adjust("10 seconds");
      assert.deepStrictEqual(counters(), { exported: 0, dropped: 0, refused: 700 });
      assert.strictEqual(collector.requests, 2);
      assert.strictEqual(lines.length, 1);
      yield* stop;
    }).pipe(Effect.provide(layer));
  });

  it.effect("sends what is left when it stops", () =>
    Effect.gen(function* () {
      const { addMany, collector, stop } = yield* exporter;
      addMany(600);
      yield* stop;
      assert.strictEqual(collector.sent, 600);
    })
  );

  it.effect("stops within seconds without a collector, and counts what is lost", () =>
    Effect.gen(function* () {
      const { addMany, collector, counters, stop } = yield* exporter;
      collector.state = "away";
      addMany(5);
      const stopping = yield* Effect.fork(stop);
      yield* TestClock.adjust("3 seconds");
      yield* stopping;
      assert.deepStrictEqual(counters(), { exported: 0, dropped: 5, refused: 0 });
    })
  );
});

const settings = (url: string, protocol: TracingSettings["protocol"]): TracingSettings => ({
  url,
  protocol,
  headers: Redacted.make({ authorization: "Bearer of-the-test" }),
  sampler: "always_on",
  ratio: 1,
  serviceName: "x",
  resource: {}
});

const batch = { resource: { "service.name": "x" }, version: "1", spans: [span] };

const collecting = Effect.acquireRelease(
  Effect.promise(() => SpanCollector.start()),
  (collector) => Effect.sync(() => collector.stop())
);

describe("requests to the collector", () => {
  it.scopedLive("have its headers and the type of the encoding", () =>
    Effect.gen(function* () {
      const collector = yield* collecting;
      const send = yield* makeSendSpans(settings(`${collector.url}/v1/traces`, "http/json"));
      yield* send(batch);
      assert.strictEqual(collector.spans[0]?.name, "GET /x");
      const [resource] = collector.requests[0]?.resourceSpans ?? [];
      assert.strictEqual(resource && attributeOf(resource.resource, "service.name"), "x");
      const sendBytes = yield* makeSendSpans(settings(`${collector.url}/own/path`, "http/protobuf"));
      yield* sendBytes(batch);
      assert.deepStrictEqual(
        collector.headers.map((headers) => [headers[":path"], headers["content-type"], headers.authorization]),
        [
          ["/v1/traces", "application/json", "Bearer of-the-test"],
          ["/own/path", "application/x-protobuf", "Bearer of-the-test"]
        ]
      );
    })
  );

  it.scopedLive("fail in one of two ways, which say whether to try again", () =>
    Effect.gen(function* () {
      const collector = yield* collecting;
      const { url } = collector;
      const send = yield* makeSendSpans(settings(url, "http/protobuf"));
      for (const [status, reason] of [
        [503, "away"],
        [429, "away"],
        [400, "refused"],
        [401, "refused"],
        [404, "refused"]
      ] as const) {
        collector.status = status;
        const failure = yield* Effect.flip(send(batch));
        assert.deepStrictEqual([failure.reason, failure.detail], [reason, `status ${status}`]);
      }
      collector.stop();
      const sendAnew = yield* makeSendSpans(settings(url, "http/protobuf"));
      const failure = yield* Effect.flip(sendAnew(batch));
      assert.deepStrictEqual([failure.reason, failure.detail], ["away", "ECONNREFUSED"]);
    })
  );
});
