import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { callbackRoutes } from "../../src/adapters/http/callback/callbackRoutes.ts";
import { graphqlRoutes } from "../../src/adapters/http/graphql/graphqlRoutes.ts";
import { oauthRoutes } from "../../src/adapters/http/oauth/oauthRoutes.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import type { Route } from "../../src/adapters/http/server/routing/Route.ts";
import * as IdentityResolverNetwork from "../../src/adapters/identity/IdentityResolverNetwork.ts";
import * as TxtRecords from "../../src/adapters/identity/TxtRecords.ts";
import type { LookupAll } from "../../src/adapters/outbound/LookupAll.ts";
import * as OutboundHttpUndici from "../../src/adapters/outbound/OutboundHttpUndici.ts";
import * as UpstreamAuthorizationOauth4webapi from "../../src/adapters/pds/oauth/UpstreamAuthorizationOauth4webapi.ts";
import * as RepositoryXrpc from "../../src/adapters/pds/repository/RepositoryXrpc.ts";
import { type UnitOfWork, UnitsOfWork } from "../../src/domain/event/UnitOfWork.ts";
import { TokenVault } from "../../src/domain/vault/TokenVault.ts";
import { lexicons } from "../adapters/http/graphql/graphqlServer.ts";
import { type SocketSpy, socketSpy } from "../adapters/outbound/socketSpy.ts";
import { loopbackClient } from "../adapters/pds/upstreamClients.ts";
import { memoryService, publicUrl } from "../support/memoryService.ts";
import { longTimeouts, withShortTimeouts } from "../support/withShortTimeouts.ts";
import { type HostilePds, hostilePds, isLateAt } from "./HostilePds.ts";

/** What the tests see of the service from below. */
export class Watch extends Context.Tag("test/hostile/Watch")<
  Watch,
  {
    readonly sockets: SocketSpy;
    /** The rows of the vault that are there now. */
    readonly vaultRows: ReadonlySet<string>;
    /** A PDS that does what it should. */
    readonly honest: HostilePds;
  }
>() {}

const addresses: Readonly<Record<string, ReadonlyArray<string>>> = {
  localhost: ["127.0.0.1"],
  "private.example.com": ["10.0.0.1"],
  "mixed.example.com": ["93.184.216.34", "10.0.0.1"]
};

const lookup: LookupAll = (host, answer) => {
  const known = addresses[host];
  if (known === undefined) return answer(Object.assign(new Error(), { code: "ENOTFOUND" }), []);
  return answer(
    null,
    known.map((address) => ({ address, family: 4 }))
  );
};

/** The adapters toward PDSes as they are, but that wait for no answer which a test makes late. */
const towardPdses = Layer.mergeAll(
  IdentityResolverNetwork.layer({
    plcDirectoryUrl: "https://plc.example.com",
    handleResolverUrls: [],
    allowLoopback: true
  }).pipe(Layer.provide(TxtRecords.layer)),
  RepositoryXrpc.layer,
  UpstreamAuthorizationOauth4webapi.layer({ client: loopbackClient })
).pipe(
  Layer.provide(withShortTimeouts(isLateAt)),
  Layer.provide(OutboundHttpUndici.layer({ allowLoopback: true, lookup, ...longTimeouts }))
);

const watched = Layer.scopedContext(
  Effect.gen(function* () {
    const [inner, units] = [yield* TokenVault, yield* UnitsOfWork];
    const rows = new Set<string>();
    const vault = TokenVault.of({
      ...inner,
      put: (row, sealed, expiresAt) => Effect.tap(inner.put(row, sealed, expiresAt), () => rows.add(row)),
      take: (row, now) => Effect.tap(inner.take(row, now), () => rows.delete(row)),
      remove: (row) => Effect.tap(inner.remove(row), () => rows.delete(row))
    });
    const apply = ({ secrets }: UnitOfWork) => {
      for (const { _tag, row } of secrets) _tag === "Put" ? rows.add(row) : rows.delete(row);
    };
    const watchedUnits = UnitsOfWork.of({ commit: (unit) => Effect.tap(units.commit(unit), () => apply(unit)) });
    const watch = Watch.of({ sockets: yield* socketSpy, vaultRows: rows, honest: yield* hostilePds() });
    return Context.make(TokenVault, vault).pipe(Context.add(UnitsOfWork, watchedUnits), Context.add(Watch, watch));
  })
);

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;
type Needs = NeedsOf<typeof oauthRoutes> | NeedsOf<typeof callbackRoutes> | NeedsOf<typeof graphqlRoutes>;

/** The whole service over memory adapters, with its real way to PDSes. */
export const hostileService = HttpServerNode.layer<Needs>({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: [...oauthRoutes, ...callbackRoutes, ...graphqlRoutes]
}).pipe(
  Layer.provideMerge(GraphqlApiLexicons.layer),
  Layer.provideMerge(lexicons),
  Layer.provideMerge(Layer.merge(towardPdses, watched)),
  Layer.provideMerge(memoryService)
);
