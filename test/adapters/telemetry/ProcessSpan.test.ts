import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { ProcessSpan } from "../../../src/adapters/telemetry/ProcessSpan.ts";
import type { RecordedSpan } from "../../../src/adapters/telemetry/RecordedSpan.ts";
import { samplerOf } from "../../../src/adapters/telemetry/sampler.ts";
import { forkSupervised } from "../../../src/application/background/supervise.ts";
import { traced } from "../../../src/domain/failure/traced.ts";
import { inSpan } from "../../../src/domain/tracing/inSpan.ts";
import { currentSpan } from "../../../src/domain/tracing/Span.ts";

const recording = (sampler: Parameters<typeof samplerOf>[0] = "always_on") => {
  const spans: Array<RecordedSpan> = [];
  return { spans, process: new ProcessSpan(samplerOf(sampler, 1), (span) => void spans.push(span)) };
};

const namesOf = (spans: ReadonlyArray<RecordedSpan>) => spans.map(({ name }) => name);

const statement = inSpan({ kind: "statement", name: "SELECT x" });
const call = inSpan({ kind: "call", name: "GET" });
const looks = traced("looks")(function* () {
  yield* statement(Effect.void);
});
const acts = traced("acts")(function* () {
  yield* statement(Effect.void);
  yield* call(Effect.void);
});
const fails = traced("fails")(() => Effect.fail({ _tag: "NotThere", message: "did:plc:secret" }));

const inRequest = <A, E>(process: ProcessSpan, work: Effect.Effect<A, E>, traceparent?: string) => {
  const span = process.begin({ kind: "request", name: "GET /x", traceparent });
  return Effect.ensuring(
    Effect.locally(work, currentSpan, span),
    Effect.sync(() => span?.end(null))
  );
};

describe("spans", () => {
  it.effect("of a request hold those of its use cases, and these those of their statements and calls", () =>
    Effect.gen(function* () {
      const { process, spans } = recording();
      yield* inRequest(process, acts(), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
      assert.deepStrictEqual(namesOf(spans), ["SELECT x", "GET", "acts", "GET /x"]);
      const [read, called, useCase, request] = spans;
      assert.deepStrictEqual(
        spans.map(({ parentSpanId }) => parentSpanId),
        [useCase?.spanId ?? "", useCase?.spanId ?? "", request?.spanId ?? "", "b7ad6b7169203331"]
      );
      assert.strictEqual(new Set(spans.map(({ traceId }) => traceId)).size, 1);
      assert.strictEqual(request?.traceId, "0af7651916cd43dd8448eb211c80319c");
      assert.isTrue([read, called, useCase].every((span) => span && span.start >= (request?.start ?? 0n)));
      assert.isTrue(spans.every(({ end, start }) => end >= start));
    })
  );

  it.effect("say the type of a failure and never its message", () =>
    Effect.gen(function* () {
      const { process, spans } = recording();
      yield* Effect.ignore(inRequest(process, fails()));
      assert.deepStrictEqual(spans[0]?.attributes, [["error.type", "NotThere"]]);
      assert.isTrue(spans[0]?.failed);
      assert.notInclude(
        JSON.stringify(spans, (_, value) => (typeof value === "bigint" ? "" : value)),
        "did:plc"
      );
    })
  );

  it.effect("of work that is interrupted end without a failure", () =>
    Effect.gen(function* () {
      const { process, spans } = recording();
      const stops = traced("stops")(() => Effect.interrupt);
      yield* Effect.exit(inRequest(process, stops()));
      assert.deepStrictEqual(
        spans.map(({ failed, name }) => [name, failed]),
        [
          ["stops", false],
          ["GET /x", false]
        ]
      );
    })
  );

  it.effect("of background work are recorded only if something happened", () =>
    Effect.gen(function* () {
      const { process, spans } = recording();
      yield* Effect.locally(looks(), currentSpan, process);
      yield* Effect.locally(statement(Effect.void), currentSpan, process);
      assert.deepStrictEqual(spans, []);
      yield* Effect.locally(acts(), currentSpan, process);
      assert.deepStrictEqual(namesOf(spans), ["SELECT x", "GET", "acts"]);
      yield* Effect.ignore(Effect.locally(fails(), currentSpan, process));
      assert.deepStrictEqual(namesOf(spans).slice(3), ["fails"]);
    })
  );

  it.effect("of a trace that is left out are not recorded, and neither are those below", () =>
    Effect.gen(function* () {
      const { process, spans } = recording("parentbased_always_off");
      yield* inRequest(process, acts());
      yield* Effect.locally(acts(), currentSpan, process);
      assert.deepStrictEqual(spans, []);
      yield* inRequest(process, acts(), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
      assert.strictEqual(spans.length, 4);
    })
  );

  it.scoped("of a background job that a traced step starts are not below that step", () =>
    Effect.gen(function* () {
      const { process, spans } = recording();
      const started = yield* Effect.makeLatch();
      const starts = traced("starts")(function* () {
        yield* forkSupervised("job")(Effect.zipRight(acts(), Effect.zipRight(started.open, Effect.never)));
        yield* started.await;
      });
      yield* Effect.locally(starts(), currentSpan, process);
      const useCase = spans.find(({ name }) => name === "acts");
      assert.isNull(useCase?.parentSpanId);
    })
  );
});
