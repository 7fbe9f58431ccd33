/** The complete service, with its outbound requests measured. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { loadConfiguration } from "../../src/adapters/configuration/loadConfiguration.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { json } from "../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../src/adapters/http/server/routing/Route.ts";
import * as OutboundHttpUndici from "../../src/adapters/outbound/OutboundHttpUndici.ts";
import { registerClient } from "../../src/application/clients/registration/registerClient.ts";
import { instanceSettingsLayer } from "../../src/main/serve/instanceSettings.ts";
import { logging } from "../../src/main/serve/logging.ts";
import { routes } from "../../src/main/serve/routes.ts";
import { remoteServices, service } from "../../src/main/serve/service.ts";
import { signingKeyReader } from "../../src/main/signingKeyReader.ts";
import { callback } from "../token/callback.ts";
import { OutboundClock, timed } from "./timedOutbound.ts";

const clock = new OutboundClock();

const serve = Effect.gen(function* () {
  const configuration = yield* loadConfiguration(process.env, signingKeyReader);
  const { baseUrl: publicUrl, host, port, trustedProxies } = configuration;
  const others = remoteServices(configuration, timed(clock, OutboundHttpUndici.layer({ allowLoopback: true })));
  yield* Effect.gen(function* () {
    const { clientId } = yield* registerClient(
      {
        name: "The measurement",
        type: "public",
        redirectUris: [callback],
        scope: "atproto transition:generic",
        tokenEndpointAuthMethod: null
      },
      { _tag: "Operator" }
    );
    const named = (path: string, handle: Route<never>["handle"]): Route<never> => ({
      methods: ["GET"],
      path,
      origins: "same",
      handle
    });
    const ours = routes;
    const all = [
      ...ours,
      named("/bench/client", () => Effect.succeed(json(200, { clientId }))),
      named("/bench/waited", () => Effect.sync(() => json(200, { ...clock.take() })))
    ];
    yield* Layer.build(HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes: all }));
    yield* Console.log("listening for the measurement.");
    return yield* Effect.never;
  }).pipe(
    Effect.provide(service(configuration, { documents: [], faults: [] }, others)),
    Effect.provide(instanceSettingsLayer("", configuration, process.env)),
    Effect.provide(logging(configuration))
  );
});

Effect.scoped(serve).pipe(NodeRuntime.runMain());
