import { randomUUID } from "node:crypto";
import * as Effect from "effect/Effect";
import { HealthCounters } from "../../application/health/HealthCounters.ts";
import type { TracingSettings } from "../../domain/tracing/TracingSettings.ts";
import { exportSpans } from "./exportSpans.ts";
import { ProcessSpan } from "./ProcessSpan.ts";
import type { Resource } from "./SpanBatch.ts";
import { samplerOf } from "./sampler.ts";
import { makeSendSpans } from "./sendSpans.ts";

/** What the spans of this process say about it. The settings of the operator come last, and win. */
const resourceOf = ({ resource, serviceName }: TracingSettings, version: string): Resource => ({
  "service.version": version,
  "service.instance.id": randomUUID(),
  "telemetry.sdk.name": "tidemark",
  "telemetry.sdk.language": "nodejs",
  "telemetry.sdk.version": version,
  ...resource,
  "service.name": serviceName
});

/** Returns the span of the process. What is recorded below it is exported until the scope closes. */
export const makeTracing = Effect.fnUntraced(function* (settings: TracingSettings, version: string) {
  const record = yield* exportSpans({
    counters: yield* HealthCounters,
    resource: resourceOf(settings, version),
    send: yield* makeSendSpans(settings),
    version
  });
  return new ProcessSpan(samplerOf(settings.sampler, settings.ratio), record);
});
