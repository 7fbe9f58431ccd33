import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as LexiconArchiveYauzl from "../adapters/archive/LexiconArchiveYauzl.ts";
import * as RemoteDocumentsHttp from "../adapters/clients/RemoteDocumentsHttp.ts";
import { generateAuditKey, parseAuditKeys } from "../adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../adapters/crypto/CheckpointSignerEd25519.ts";
import * as DpopNoncesHmac from "../adapters/crypto/DpopNoncesHmac.ts";
import * as SecretCipherAesGcm from "../adapters/crypto/SecretCipherAesGcm.ts";
import * as SecureRandomNode from "../adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../adapters/filesystem/PublishedLexiconsFolder.ts";
import { RateLimits, rateLimitsBy } from "../adapters/http/limits/RateLimits.ts";
import * as LiveConnections from "../adapters/http/live/LiveConnections.ts";
import { defaultLiveLimits, LiveLimits, liveLimitsOf } from "../adapters/http/live/LiveLimits.ts";
import * as SignInProblems from "../adapters/http/settings/signInProblems.ts";
import * as AccessTokensJose from "../adapters/jose/AccessTokensJose.ts";
import * as ClientAssertionsJose from "../adapters/jose/ClientAssertionsJose.ts";
import * as DpopProofsJose from "../adapters/jose/DpopProofsJose.ts";
import { generateSigningKey } from "../adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../adapters/jose/parseSigningKeys.ts";
import * as OutboundHttpMemory from "../adapters/memory/OutboundHttpMemory.ts";
import * as IdentityResolverMemory from "../adapters/memory/pds/IdentityResolverMemory.ts";
import * as PdsMemory from "../adapters/memory/pds/PdsMemory.ts";
import * as RepositoryDirectoryMemory from "../adapters/memory/pds/RepositoryDirectoryMemory.ts";
import * as RepositoryMemory from "../adapters/memory/pds/RepositoryMemory.ts";
import * as RepositoryReaderMemory from "../adapters/memory/pds/RepositoryReaderMemory.ts";
import * as RepositorySignaturesMemory from "../adapters/memory/pds/RepositorySignaturesMemory.ts";
import * as UpstreamAuthorizationMemory from "../adapters/memory/pds/UpstreamAuthorizationMemory.ts";
import * as StorageMemory from "../adapters/memory/StorageMemory.ts";
import { ConfiguredAdmins } from "../application/admin/ConfiguredAdmins.ts";
import { ClientPolicy, type ClientTerms } from "../application/clients/ClientPolicy.ts";
import { InstanceDoctor } from "../application/instance/InstanceDoctor.ts";
import { InstanceSettings } from "../application/instance/InstanceSettings.ts";
import { PublicUrl } from "../application/instance/PublicUrl.ts";
import * as LiveSessions from "../application/live/LiveSessions.ts";
import * as ClientRegistryProjection from "../application/projection/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../application/projection/EndedAuthorizationsProjection.ts";
import * as LexiconCatalogProjection from "../application/projection/LexiconCatalogProjection.ts";
import * as ReadModels from "../application/projection/ReadModels.ts";
import * as VerificationRunsProjection from "../application/projection/VerificationRunsProjection.ts";
import { BlobLimit } from "../application/records/blob/BlobLimit.ts";
import * as RefreshesInFlight from "../application/sessions/refresh/RefreshesInFlight.ts";
import { FollowedSource } from "../application/sync/status/FollowedSource.ts";
import { LiveSyncSettings } from "../application/sync/stream/LiveSyncSettings.ts";
import type { Did } from "../domain/atproto/Did.ts";
import type { OpenCollections } from "../domain/sync/stream/openCollections.ts";
import type { SyncSource } from "../domain/sync/stream/SyncSource.ts";
import { Anchors } from "../domain/transparency/publishing/Anchors.ts";
import { Witnesses } from "../domain/transparency/publishing/Witnesses.ts";
import { WebhookReceiver } from "../domain/webhook/WebhookReceiver.ts";

export interface MemoryServiceOptions {
  /** The public URL of the service. */
  readonly publicUrl: string;
  /** The accounts on its PDS. */
  readonly accounts: ReadonlyArray<PdsMemory.PdsAccount>;
  /** The accounts that administer it by configuration; none by default. */
  readonly admins?: ReadonlyArray<Did>;
  /** What clients may do that nobody registered; by default that of an instance in production. */
  readonly clientPolicy?: ClientTerms;
  /** The collections whose records live sync takes from any author; by default those of an instance without the setting. */
  readonly openCollections?: OpenCollections;
  /** The source of live sync that is shown as configured; none by default. Nothing is followed. */
  readonly source?: SyncSource | null;
  /** The limits of connections for subscriptions that differ from the defaults; none by default. */
  readonly liveLimits?: Partial<LiveLimits["Type"]>;
  /** The most bytes of a blob; 50 MiB by default. */
  readonly blobLimit?: number;
}

const production: ClientTerms = { registration: "open", registrationToken: null, development: false };

const tokens = (publicUrl: string) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const keys = yield* parseSigningKeys(Redacted.value(yield* generateSigningKey));
      return AccessTokensJose.layer({ keys, issuer: publicUrl, audience: publicUrl });
    })
  );

const checkpoints = (publicUrl: string) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.flatMap(generateAuditKey, (pem) => parseAuditKeys(Redacted.value(pem))),
      (keys) => CheckpointSignerEd25519.layer({ keys, publicUrl })
    )
  );

const pds = (accounts: MemoryServiceOptions["accounts"]) =>
  Layer.mergeAll(
    IdentityResolverMemory.layer,
    RepositoryDirectoryMemory.layer,
    RepositoryMemory.layer,
    RepositoryReaderMemory.layer,
    RepositorySignaturesMemory.layer,
    UpstreamAuthorizationMemory.layer
  ).pipe(Layer.provideMerge(PdsMemory.layer(accounts)));

/** Seals data that is lost when the process ends. */
const secrets = [Redacted.make("a secret that guards nothing but memory, long enough for its purpose")] as const;

/**
 * The complete service without its HTTP server and without anything outside of this process: the use cases over the memory
 * adapters and an in-memory PDS. For tests and for programs that embed it.
 */
export const memoryService = ({
  accounts,
  admins = [],
  blobLimit = 50 * 1024 * 1024,
  clientPolicy = production,
  liveLimits = {},
  openCollections = { _tag: "OwnAuthorities" },
  publicUrl,
  source = null
}: MemoryServiceOptions) =>
  Layer.mergeAll(LiveConnections.layer, LiveSessions.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ClientRegistryProjection.layer,
        EndedAuthorizationsProjection.layer,
        LexiconCatalogProjection.layer,
        VerificationRunsProjection.layer,
        RefreshesInFlight.layer
      )
    ),
    Layer.provideMerge(ReadModels.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        StorageMemory.layer,
        SecureRandomNode.layer,
        SecretCipherAesGcm.layer({ secrets }),
        DpopNoncesHmac.layer({ secrets, required: false }),
        DpopProofsJose.layer,
        ClientAssertionsJose.layer,
        RemoteDocumentsHttp.layer.pipe(Layer.provideMerge(OutboundHttpMemory.layer)),
        LexiconArchiveYauzl.layer,
        PublishedLexiconsFolder.layer,
        SignInProblems.layer,
        Layer.succeed(InstanceDoctor, { examine: Effect.succeed([]) }),
        tokens(publicUrl),
        checkpoints(publicUrl),
        pds(accounts),
        Layer.succeed(FollowedSource, source),
        Layer.succeed(LiveSyncSettings, { openCollections }),
        Layer.succeed(PublicUrl, publicUrl),
        Layer.succeed(ConfiguredAdmins, admins),
        Layer.succeed(Witnesses, []),
        Layer.succeed(WebhookReceiver, null),
        Layer.succeed(Anchors, []),
        Layer.succeed(ClientPolicy, clientPolicy),
        Layer.succeed(BlobLimit, blobLimit),
        Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "OwnAuthorities" } }),
        Layer.succeed(InstanceSettings, { version: "", development: true, database: "memory", values: [] }),
        Layer.succeed(LiveLimits, { ...liveLimitsOf(defaultLiveLimits), ...liveLimits }),
        Layer.succeed(RateLimits, rateLimitsBy({ perAddress: null, perClient: null, failures: null }))
      )
    )
  );
