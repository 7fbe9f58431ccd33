import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import { otlpProtocols, samplerNames } from "../../../domain/tracing/TracingSettings.ts";
import { parseSwitch } from "../parse/parseText.ts";
import { parseUrl } from "../parse/parseUrl.ts";
import { optional, variable, withDefault } from "./Variable.ts";

const oneOf =
  <A extends string>(names: ReadonlyArray<A>, remark = "") =>
  (text: string): Either.Either<A, string> => {
    const found = names.find((name) => name === text);
    return found === undefined
      ? Either.left(`must be ${names.join(" or ")}${didYouMean(text, names)}${remark}`)
      : Either.right(found);
  };

const parseProtocol = oneOf(otlpProtocols, " (gRPC and port 4317 are not supported: use port 4318 of the collector)");

const malformed =
  "must be pairs of a name and a value separated by commas, with % and , in values written as %25 and %2C";

const decoded = (text: string): Either.Either<string, string> =>
  Either.try({ try: () => decodeURIComponent(text.trim()), catch: () => malformed });

/** Parses `name=value,name=value`, with values in percent-encoding (W3C Baggage, as OpenTelemetry uses it). */
const parsePairs =
  (isName: (name: string) => boolean) =>
  (text: string): Either.Either<Readonly<Record<string, string>>, string> =>
    Either.map(
      Either.all(
        text.split(",").map((pair) => {
          const [name = "", ...rest] = pair.split("=");
          if (rest.length === 0 || !isName(name.trim())) return Either.left(malformed);
          return Either.map(decoded(rest.join("=")), (value) => [name.trim(), value] as const);
        })
      ),
      Object.fromEntries
    );

const isHeaderName = (name: string): boolean => /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name);
const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e]*$/.test(value);

const parseHeaders = (text: string): Either.Either<Redacted.Redacted<Readonly<Record<string, string>>>, string> =>
  Either.flatMap(parsePairs(isHeaderName)(text), (headers) =>
    Object.values(headers).every(isHeaderValue)
      ? Either.right(Redacted.make(headers))
      : Either.left("must have values of printable ASCII characters")
  );

const parseRatio = (text: string): Either.Either<number, string> =>
  /^(?:0|1|0?\.\d{1,9}|1\.0{1,9}|0\.\d{1,9})$/.test(text)
    ? Either.right(Number(text))
    : Either.left("must be a number from 0 to 1, such as 0.1 for one trace in ten");

const parseEndpoint = parseUrl("http", "https");

/** The variables of traces, which OpenTelemetry defines, by the member of the settings that they set. */
export const tracingVariables = {
  tracingDisabled: variable("OTEL_SDK_DISABLED", "true", withDefault(false, parseSwitch)),
  tracesExporter: variable("OTEL_TRACES_EXPORTER", "otlp", optional(oneOf(["otlp", "none"] as const))),
  otlpEndpoint: variable("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318", optional(parseEndpoint)),
  otlpTracesEndpoint: variable(
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "http://127.0.0.1:4318/v1/traces",
    optional(parseEndpoint)
  ),
  otlpHeaders: variable("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20…", optional(parseHeaders)),
  otlpTracesHeaders: variable("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "authorization=Bearer%20…", optional(parseHeaders)),
  otlpProtocol: variable("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json", optional(parseProtocol)),
  otlpTracesProtocol: variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json", optional(parseProtocol)),
  otlpServiceName: variable(
    "OTEL_SERVICE_NAME",
    "tidemark",
    optional((text) => Either.right(text))
  ),
  otlpResource: variable(
    "OTEL_RESOURCE_ATTRIBUTES",
    "deployment.environment.name=production",
    withDefault(
      {},
      parsePairs((name) => name !== "")
    )
  ),
  tracesSampler: variable(
    "OTEL_TRACES_SAMPLER",
    "parentbased_traceidratio",
    withDefault("parentbased_always_on", oneOf(samplerNames))
  ),
  tracesRatio: variable("OTEL_TRACES_SAMPLER_ARG", "0.1", withDefault(1, parseRatio))
};

/** The variables of OpenTelemetry that are set and have no effect. */
export const unusedTelemetryVariables = (
  environment: Readonly<Record<string, string | undefined>>
): ReadonlyArray<string> => {
  const used = new Set(Object.values(tracingVariables).map(({ name }) => name));
  return Object.keys(environment)
    .filter((name) => name.startsWith("OTEL_") && environment[name] !== "" && !used.has(name))
    .sort();
};
