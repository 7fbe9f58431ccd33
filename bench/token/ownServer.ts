/** The service with its durable stores and a PDS in memory instead of the network, to measure its own cost of a login. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as RemoteDocumentsHttp from "../../src/adapters/clients/RemoteDocumentsHttp.ts";
import { loadConfiguration } from "../../src/adapters/configuration/loadConfiguration.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import { json } from "../../src/adapters/http/server/response/HttpResponse.ts";
import type { Route } from "../../src/adapters/http/server/routing/Route.ts";
import * as OutboundHttpMemory from "../../src/adapters/memory/OutboundHttpMemory.ts";
import * as IdentityResolverMemory from "../../src/adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../../src/adapters/memory/pds/PdsMemory.ts";
import * as RepositoryMemory from "../../src/adapters/memory/pds/RepositoryMemory.ts";
import * as UpstreamAuthorizationMemory from "../../src/adapters/memory/pds/UpstreamAuthorizationMemory.ts";
import { registerClient } from "../../src/application/clients/registration/registerClient.ts";
import { sweepPeriodically } from "../../src/application/instance/sweep.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { instanceSettingsLayer } from "../../src/main/serve/instanceSettings.ts";
import { logging } from "../../src/main/serve/logging.ts";
import { routes } from "../../src/main/serve/routes.ts";
import { service } from "../../src/main/serve/service.ts";
import { signingKeyReader } from "../../src/main/signingKeyReader.ts";
import { callback } from "./callback.ts";

const person = { did: Did.make("did:plc:alice234alice234alice234"), handle: Handle.make("alice.test") };

/** The user at the PDS, who approves every request of the service. */
const approve: Route<PdsMemory.PdsMemory> = {
  methods: ["POST"],
  path: "/bench/approve",
  origins: "same",
  handle: (request) =>
    Effect.gen(function* () {
      const pds = yield* PdsMemory.PdsMemory;
      const location = yield* request.body(8_192);
      const returned = yield* pds.approve(new URL(location.toString()), person.did);
      return json(200, { query: returned.toString() });
    }).pipe(Effect.catchTag("BodyRefused", () => Effect.succeed(json(400, {}))))
};

const others = Layer.mergeAll(
  IdentityResolverMemory.layer,
  RepositoryMemory.layer,
  UpstreamAuthorizationMemory.layer,
  RemoteDocumentsHttp.layer.pipe(Layer.provide(OutboundHttpMemory.layer))
);

const serve = Effect.gen(function* () {
  const configuration = yield* loadConfiguration(process.env, signingKeyReader);
  const { baseUrl: publicUrl, host, port, trustedProxies } = configuration;
  // One PDS for the service and for the user who approves there.
  const pds = Layer.succeedContext(yield* Layer.build(PdsMemory.layer([person])));
  const persisted = { documents: [], faults: [] };
  yield* Effect.gen(function* () {
    yield* Effect.fork(sweepPeriodically);
    const proposal = {
      name: "The measurement",
      type: "public" as const,
      redirectUris: [callback],
      scope: "atproto transition:generic",
      tokenEndpointAuthMethod: null
    };
    const { clientId } = yield* registerClient(proposal, { _tag: "Operator" });
    const named: Route<never> = {
      methods: ["GET"],
      path: "/bench/client",
      origins: "same",
      handle: () => Effect.succeed({ status: 200, headers: {}, body: clientId })
    };
    const ours = routes;
    type Needs = PdsMemory.PdsMemory | (typeof ours extends ReadonlyArray<Route<infer R>> ? R : never);
    const all: ReadonlyArray<Route<Needs>> = [...ours, approve, named];
    yield* Layer.build(HttpServerNode.layer({ host, port, publicUrl, trustedProxies, routes: all }));
    yield* Console.log("listening for the measurement.");
    return yield* Effect.never;
  }).pipe(
    Effect.provide(service(configuration, persisted, Layer.provide(others, pds))),
    Effect.provide(pds),
    Effect.provide(instanceSettingsLayer("", configuration, process.env)),
    Effect.provide(logging(configuration))
  );
});

Effect.scoped(serve).pipe(NodeRuntime.runMain());
