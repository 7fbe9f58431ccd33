import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { layer as serverNonces } from "../../../src/adapters/memory/stores/ServerNoncesMemory.ts";
import { layer as outbound } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import type { ClientIdentity } from "../../../src/adapters/pds/oauth/ClientIdentity.ts";
import {
  type UpstreamOptions,
  layer as upstream
} from "../../../src/adapters/pds/oauth/UpstreamAuthorizationOauth4webapi.ts";
import { layer as repository } from "../../../src/adapters/pds/repository/RepositoryXrpc.ts";
import type { SigningKey } from "../../../src/domain/crypto/SigningKey.ts";
import type { OutboundHttp } from "../../../src/domain/outbound/OutboundHttp.ts";
import type { Repository } from "../../../src/domain/record/write/Repository.ts";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";
import type { Network } from "../../pds/connectNetwork.ts";
import { json, scriptedServer } from "../../support/scriptedServer.ts";

/** The client that a PDS knows by its id alone. */
export const loopbackClient: ClientIdentity = {
  _tag: "LoopbackClient",
  redirectUri: "http://127.0.0.1:8080/oauth/atp/callback"
};

const signingKey = async (): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), jwk: Redacted.make(JSON.stringify(jwk)) };
};

/** A client with keys of its own, under an https origin that nobody else uses. */
export const confidentialClient = Effect.promise(async () => ({
  _tag: "ConfidentialClient" as const,
  baseUrl: `https://app-${randomBytes(6).toString("hex")}.tidemark.internal`,
  keys: [await signingKey()] as const
}));

type Adapters = Layer.Layer<UpstreamAuthorization | Repository | OutboundHttp>;

/** The adapters of the folder, over the real way out. */
export const adapters = (options: UpstreamOptions): Adapters =>
  Layer.mergeAll(upstream(options), repository).pipe(
    Layer.provide(serverNonces),
    Layer.provideMerge(outbound({ allowLoopback: true }))
  );

/** The same for a confidential client whose metadata document the network's PDSes can fetch. */
export const confidentialAdapters = (network: Network): Adapters =>
  Layer.unwrapEffect(
    Effect.map(confidentialClient, (client) =>
      Layer.provideMerge(published(network, client.baseUrl), adapters({ client }))
    )
  );

const published = (network: Network, origin: string) =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { clientMetadata } = yield* UpstreamAuthorization;
      const { url } = yield* scriptedServer((request, response) =>
        request.url === "/oauth/oauth-client-metadata.json"
          ? json(response, clientMetadata)
          : response.writeHead(404).end()
      );
      yield* Effect.acquireRelease(
        Effect.promise(() => network.mapOrigin(origin, url)),
        () => Effect.promise(() => network.mapOrigin(origin, undefined))
      );
    })
  );
