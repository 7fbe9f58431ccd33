import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as acceptSockets from "../../adapters/http/live/socket/acceptSockets.ts";
import * as HttpServerNode from "../../adapters/http/server/HttpServerNode.ts";
import { routesWith } from "./routes.ts";

/** Serves requests for a while after the process was asked to stop, until the proxy has noticed by `/ready`. */
const serveDuringDelay = (seconds: number, announceStop: Effect.Effect<void>): Effect.Effect<void> =>
  announceStop.pipe(
    Effect.zipRight(
      Effect.logInfo(`Stopping in ${seconds} s. Until then /ready responds with 503, and requests are served`)
    ),
    Effect.zipRight(Effect.sleep(seconds * 1_000))
  );

/**
 * Listens for requests, WebSockets included, until the scope closes. A process that is asked to stop first waits for
 * `SHUTDOWN_DELAY_SECONDS`; one that ends for another reason does not. `metrics` are routes in addition to those of the
 * service.
 */
export const listenForRequests = Effect.fnUntraced(function* (
  { baseUrl: publicUrl, host, port, shutdownDelaySeconds, trustedProxies }: Configuration,
  metrics: Parameters<typeof routesWith>[0],
  isAskedToStop: () => boolean
) {
  const server = HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes: routesWith(metrics) });
  const context = yield* Layer.build(Layer.provideMerge(acceptSockets.layer({ trustedProxies }), server));
  const { announceStop } = Context.get(context, HttpServerNode.HttpServerNode);
  yield* Effect.addFinalizer(() =>
    shutdownDelaySeconds > 0 && isAskedToStop() ? serveDuringDelay(shutdownDelaySeconds, announceStop) : Effect.void
  );
});
