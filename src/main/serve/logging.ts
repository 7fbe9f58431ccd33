import * as FiberRefs from "effect/FiberRefs";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { currentTrace } from "../../domain/event/Trace.ts";
import { currentSpan } from "../../domain/tracing/Span.ts";

/** What a line says about the request that it is for: the id that its events have, and its place in a trace. */
const idsOf = (refs: FiberRefs.FiberRefs): Readonly<Record<string, string>> => {
  const { requestId } = FiberRefs.getOrDefault(refs, currentTrace);
  const ids = FiberRefs.getOrDefault(refs, currentSpan)?.ids ?? null;
  return {
    ...(requestId !== null && { requestId }),
    ...(ids !== null && { trace_id: ids.traceId, span_id: ids.spanId })
  };
};

const withIds = Logger.mapInputOptions((options: Logger.Logger.Options<unknown>) => ({
  ...options,
  annotations: HashMap.union(HashMap.fromIterable(Object.entries(idsOf(options.context))), options.annotations)
}));

/** The log of the service on standard error: one JSON object or one line of logfmt per entry. */
export const logging = ({ logFormat, logLevel }: Configuration) =>
  Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.withConsoleError(withIds(logFormat === "json" ? Logger.jsonLogger : Logger.logfmtLogger))
    ),
    Logger.minimumLogLevel(logLevel)
  );
