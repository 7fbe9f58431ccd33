import type { SamplerName } from "../../domain/tracing/TracingSettings.ts";
import type { RemoteParent } from "./traceparent.ts";

/** Decides whether a trace is recorded, by its id and by what its caller decided. */
export type Sampler = (traceId: string, parent: RemoteParent | null) => boolean;

/** The last 13 digits of a trace id, which are random (W3C Trace Context Level 2), as a part of 1. */
const randomPart = (traceId: string): number => Number.parseInt(traceId.slice(-13), 16) / 2 ** 52;

const rootSampler = (name: SamplerName, ratio: number): ((traceId: string) => boolean) => {
  if (name.endsWith("always_on")) return () => true;
  if (name.endsWith("always_off")) return () => false;
  return (traceId) => randomPart(traceId) >= 1 - ratio;
};

/** Returns the sampler of a name. Those that begin with `parentbased_` decide as the caller did, if it sent a decision. */
export const samplerOf = (name: SamplerName, ratio: number): Sampler => {
  const decide = rootSampler(name, ratio);
  return name.startsWith("parentbased_")
    ? (traceId, parent) => parent?.isSampled ?? decide(traceId)
    : (traceId) => decide(traceId);
};
