import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as acceptSockets from "../../adapters/http/live/socket/acceptSockets.ts";
import * as HttpServerNode from "../../adapters/http/server/HttpServerNode.ts";
import { routesWith } from "./routes.ts";

/** Listens for requests, WebSockets included, until the scope closes. `metrics` are routes in addition to those of the service. */
export const listenForRequests = (
  { baseUrl: publicUrl, host, port, trustedProxies }: Configuration,
  metrics: Parameters<typeof routesWith>[0]
) =>
  Effect.asVoid(
    Layer.build(
      acceptSockets
        .layer({ trustedProxies })
        .pipe(
          Layer.provide(HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes: routesWith(metrics) }))
        )
    )
  );
