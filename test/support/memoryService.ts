import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as LexiconArchiveYauzl from "../../src/adapters/archive/LexiconArchiveYauzl.ts";
import * as DpopNoncesHmac from "../../src/adapters/crypto/DpopNoncesHmac.ts";
import * as SecretCipherAesGcm from "../../src/adapters/crypto/SecretCipherAesGcm.ts";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import * as AccessTokensJose from "../../src/adapters/jose/AccessTokensJose.ts";
import * as ClientAssertionsJose from "../../src/adapters/jose/ClientAssertionsJose.ts";
import * as DpopProofsJose from "../../src/adapters/jose/DpopProofsJose.ts";
import { generateSigningKey } from "../../src/adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../../src/adapters/jose/parseSigningKeys.ts";
import * as OutboundHttpMemory from "../../src/adapters/memory/OutboundHttpMemory.ts";
import * as IdentityResolverMemory from "../../src/adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../../src/adapters/memory/pds/PdsMemory.ts";
import * as RepositoryMemory from "../../src/adapters/memory/pds/RepositoryMemory.ts";
import * as RepositoryReaderMemory from "../../src/adapters/memory/pds/RepositoryReaderMemory.ts";
import * as UpstreamAuthorizationMemory from "../../src/adapters/memory/pds/UpstreamAuthorizationMemory.ts";
import * as StorageMemory from "../../src/adapters/memory/StorageMemory.ts";
import * as RemoteDocumentsCache from "../../src/application/clients/RemoteDocumentsCache.ts";
import { PublicUrl } from "../../src/application/PublicUrl.ts";
import * as ClientRegistryProjection from "../../src/application/project/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../../src/application/project/EndedAuthorizationsProjection.ts";
import * as LexiconCatalogProjection from "../../src/application/project/LexiconCatalogProjection.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";

export const publicUrl = "https://app.example";

export const alice = { did: Did.make("did:plc:alice234alice234alice234"), handle: Handle.make("alice.test") };
export const bob = { did: Did.make("did:plc:bob4567bob4567bob4567bob"), handle: Handle.make("bob.test") };

const tokens = Layer.unwrapEffect(
  Effect.gen(function* () {
    const keys = yield* parseSigningKeys(Redacted.value(yield* generateSigningKey));
    return AccessTokensJose.layer({ keys, issuer: publicUrl, audience: publicUrl });
  })
);

const pds = Layer.mergeAll(
  IdentityResolverMemory.layer,
  RepositoryMemory.layer,
  RepositoryReaderMemory.layer,
  UpstreamAuthorizationMemory.layer
).pipe(Layer.provideMerge(PdsMemory.layer([alice, bob])));

const secrets = [Redacted.make("a secret of the tests, long enough for its purpose")] as const;

const base = Layer.mergeAll(
  StorageMemory.layer,
  SecureRandomNode.layer,
  SecretCipherAesGcm.layer({ secrets }),
  DpopNoncesHmac.layer({ secrets, required: false }),
  DpopProofsJose.layer,
  ClientAssertionsJose.layer,
  RemoteDocumentsCache.layer.pipe(Layer.provideMerge(OutboundHttpMemory.layer)),
  LexiconArchiveYauzl.layer,
  tokens,
  pds,
  Layer.succeed(PublicUrl, publicUrl)
);

/** The whole service without its surface: use cases over the memory adapters and an in-memory PDS with alice and bob. */
export const memoryService = Layer.mergeAll(
  ClientRegistryProjection.layer,
  EndedAuthorizationsProjection.layer,
  LexiconCatalogProjection.layer
).pipe(Layer.provideMerge(base));
