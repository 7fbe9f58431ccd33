import * as Effect from "effect/Effect";
import manifest from "../../../package.json" with { type: "json" };
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { statementTracer } from "../../adapters/postgres/connection/statementSpans.ts";
import { makeTracing } from "../../adapters/telemetry/makeTracing.ts";
import { currentSpan } from "../../domain/tracing/Span.ts";

/** Runs work whose requests, use cases, statements and calls are traced, if the configuration names a collector. */
export const withTracing =
  ({ tracing, tracingDisabled }: Configuration) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    tracing === null || tracingDisabled
      ? work
      : Effect.scoped(
          Effect.flatMap(makeTracing(tracing, manifest.version), (span) =>
            work.pipe(Effect.withTracer(statementTracer), Effect.locally(currentSpan, span))
          )
        );
