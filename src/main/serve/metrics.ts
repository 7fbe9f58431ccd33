import * as Console from "effect/Console";
import * as Context from "effect/Context";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { metricsRoutes } from "../../adapters/http/metrics/metricsRoutes.ts";
import { makeNodeMetrics } from "../../adapters/http/metrics/nodeMetrics.ts";
import * as HttpServerNode from "../../adapters/http/server/HttpServerNode.ts";
import { makeCollectMetrics } from "../../application/metrics/collectMetrics.ts";
import { traced } from "../../domain/failure/traced.ts";

/**
 * Returns the routes of metrics for the port of the service, or serves them at a port of their own for the scope. There are
 * none without a port for them and without a token.
 */
export const serveMetrics = traced("serveMetrics")(function* ({
  baseUrl: publicUrl,
  host,
  metricsPort,
  metricsToken
}: Configuration) {
  if (metricsPort === null && metricsToken === null) return [];
  const routes = metricsRoutes({ service: yield* makeCollectMetrics, node: yield* makeNodeMetrics }, metricsToken);
  if (metricsPort === null) return routes;
  const server = HttpServerNode.layer({
    host,
    port: metricsPort,
    portSetting: "METRICS_PORT",
    publicUrl,
    trustedProxies: 0,
    routes
  });
  const { port } = Context.get(yield* Layer.build(server), HttpServerNode.HttpServerNode);
  yield* Console.log(`Metrics: http://${host}:${port}/metrics`);
  return [];
});
