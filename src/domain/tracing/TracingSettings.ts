import type * as Redacted from "effect/Redacted";

/** The samplers of OpenTelemetry that can be named. */
export const samplerNames = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const;
export type SamplerName = (typeof samplerNames)[number];

/** The encodings of OTLP over HTTP. */
export const otlpProtocols = ["http/protobuf", "http/json"] as const;
export type OtlpProtocol = (typeof otlpProtocols)[number];

/** Where traces are exported, which of them, and what they say about the process. */
export interface TracingSettings {
  /** The address that spans are posted to. */
  readonly url: string;
  /** Headers of these requests. They often hold a token. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>;
  readonly protocol: OtlpProtocol;
  readonly sampler: SamplerName;
  /** The part of the traces that are recorded, from 0 to 1, if the sampler has one. */
  readonly ratio: number;
  readonly serviceName: string;
  /** Attributes of the process, which all its spans have. */
  readonly resource: Readonly<Record<string, string>>;
}
