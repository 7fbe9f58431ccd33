import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { makeCollectMetrics } from "../../../application/metrics/collectMetrics.ts";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { LiveConnections } from "../live/LiveConnections.ts";
import { bearerToken } from "../server/request/bearerToken.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { liveMetrics } from "./liveMetrics.ts";
import type { makeNodeMetrics } from "./nodeMetrics.ts";
import { prometheusMediaType, prometheusText } from "./prometheusText.ts";

type Made<Maker> = Maker extends Effect.Effect<infer A, infer _E, infer _R> ? A : never;

/** What a scrape collects. */
export interface MetricsSources {
  readonly service: Made<typeof makeCollectMetrics>;
  readonly node: Made<typeof makeNodeMetrics>;
}

type Needs = LiveConnections | Effect.Effect.Context<MetricsSources["service"]>;

const unauthorized: HttpResponse = {
  status: 401,
  headers: { "content-type": "text/plain; charset=utf-8", "www-authenticate": 'Bearer realm="metrics"', ...noStore },
  body: "Send the METRICS_TOKEN of the service: Authorization: Bearer …\n"
};

const mayRead = (token: Redacted.Redacted | null, request: HttpRequest): boolean => {
  if (token === null) return true;
  const presented = bearerToken(request.header("authorization"));
  return presented !== null && constantTimeEqual(Redacted.value(token), Redacted.value(presented));
};

/** Serves the metrics of this process to collectors that present the token, if there is one. */
export const metricsRoutes = (
  { node, service }: MetricsSources,
  token: Redacted.Redacted | null
): ReadonlyArray<Route<Needs>> => {
  const collect = Effect.map(
    Effect.all([service, node, LiveConnections]),
    ([ours, ofNode, { counts }]): HttpResponse => ({
      status: 200,
      headers: { "content-type": prometheusMediaType, ...noStore },
      body: prometheusText([...ours, ...liveMetrics(counts), ...ofNode])
    })
  );
  return [
    {
      methods: ["GET"],
      path: "/metrics",
      origins: "same",
      handle: (request) => (mayRead(token, request) ? collect : Effect.succeed(unauthorized))
    }
  ];
};
