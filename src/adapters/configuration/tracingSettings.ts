import type * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import type { OtlpProtocol, SamplerName, TracingSettings } from "../../domain/tracing/TracingSettings.ts";
import { tracingVariables } from "./variables/tracingVariables.ts";
import type { Variable } from "./variables/Variable.ts";

type Headers = Redacted.Redacted<Readonly<Record<string, string>>>;

/** The values of the variables of traces. */
interface TracingValues {
  readonly tracesExporter: "otlp" | "none" | null;
  readonly otlpEndpoint: string | null;
  readonly otlpTracesEndpoint: string | null;
  readonly otlpHeaders: Headers | null;
  readonly otlpTracesHeaders: Headers | null;
  readonly otlpProtocol: OtlpProtocol | null;
  readonly otlpTracesProtocol: OtlpProtocol | null;
  readonly otlpServiceName: string | null;
  readonly otlpResource: Readonly<Record<string, string>>;
  readonly tracesSampler: SamplerName;
  readonly tracesRatio: number;
}

/** Reads the variables of traces. */
export const readTracing = (read: <A>(variable: Variable<A>) => Either.Either<A, string>) => ({
  tracingDisabled: read(tracingVariables.tracingDisabled),
  tracesExporter: read(tracingVariables.tracesExporter),
  otlpEndpoint: read(tracingVariables.otlpEndpoint),
  otlpTracesEndpoint: read(tracingVariables.otlpTracesEndpoint),
  otlpHeaders: read(tracingVariables.otlpHeaders),
  otlpTracesHeaders: read(tracingVariables.otlpTracesHeaders),
  otlpProtocol: read(tracingVariables.otlpProtocol),
  otlpTracesProtocol: read(tracingVariables.otlpTracesProtocol),
  otlpServiceName: read(tracingVariables.otlpServiceName),
  otlpResource: read(tracingVariables.otlpResource),
  tracesSampler: read(tracingVariables.tracesSampler),
  tracesRatio: read(tracingVariables.tracesRatio)
});

/** Where a collector listens by default. */
const localCollector = "http://127.0.0.1:4318";

/**
 * Returns how traces are exported; null if no collector is meant. One is if an address is set, or if `OTEL_TRACES_EXPORTER` asks for
 * it. Without either, OpenTelemetry would send them to a collector on this machine, which few machines have. Variables of
 * traces win over those of all signals, whose address is a base.
 */
export const tracingSettings = (values: TracingValues): TracingSettings | null => {
  const { otlpEndpoint, otlpResource, otlpTracesEndpoint, tracesExporter } = values;
  const isWanted = tracesExporter === "otlp" || otlpEndpoint !== null || otlpTracesEndpoint !== null;
  if (tracesExporter === "none" || !isWanted) return null;
  return {
    url: otlpTracesEndpoint ?? `${otlpEndpoint ?? localCollector}/v1/traces`,
    headers: values.otlpTracesHeaders ?? values.otlpHeaders ?? Redacted.make({}),
    protocol: values.otlpTracesProtocol ?? values.otlpProtocol ?? "http/protobuf",
    sampler: values.tracesSampler,
    ratio: values.tracesRatio,
    serviceName: values.otlpServiceName ?? otlpResource["service.name"] ?? "tidemark",
    resource: otlpResource
  };
};
