import * as Layer from "effect/Layer";
import * as configuredAnchors from "../../adapters/anchor/configuredAnchors.ts";
import * as LexiconArchiveYauzl from "../../adapters/archive/LexiconArchiveYauzl.ts";
import * as RemoteDocumentsHttp from "../../adapters/clients/RemoteDocumentsHttp.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { followedSource } from "../../adapters/configuration/followedSource.ts";
import * as CheckpointSignerEd25519 from "../../adapters/crypto/CheckpointSignerEd25519.ts";
import * as DpopNoncesHmac from "../../adapters/crypto/DpopNoncesHmac.ts";
import { hashingNode } from "../../adapters/crypto/hashingNode.ts";
import * as RepositorySignaturesWasm from "../../adapters/crypto/RepositorySignaturesWasm.ts";
import * as SecretCipherAesGcm from "../../adapters/crypto/SecretCipherAesGcm.ts";
import * as SecureRandomNode from "../../adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerFile from "../../adapters/filesystem/ErasureLedgerFile.ts";
import * as KeptCheckpointFile from "../../adapters/filesystem/KeptCheckpointFile.ts";
import * as PublishedLexiconsFolder from "../../adapters/filesystem/PublishedLexiconsFolder.ts";
import * as GraphqlApiLexicons from "../../adapters/graphql/GraphqlApiLexicons.ts";
import type { ReadDocuments } from "../../adapters/graphql/persisted/readPersisted.ts";
import { limitsOf } from "../../adapters/graphql/plan/Limits.ts";
import { RateLimits, rateLimitsBy } from "../../adapters/http/limits/RateLimits.ts";
import * as LiveConnections from "../../adapters/http/live/LiveConnections.ts";
import { LiveLimits, liveLimitsOf } from "../../adapters/http/live/LiveLimits.ts";
import * as SignInProblems from "../../adapters/http/settings/signInProblems.ts";
import * as IdentityResolverNetwork from "../../adapters/identity/IdentityResolverNetwork.ts";
import * as TxtRecords from "../../adapters/identity/TxtRecords.ts";
import * as AccessTokensJose from "../../adapters/jose/AccessTokensJose.ts";
import * as ClientAssertionsJose from "../../adapters/jose/ClientAssertionsJose.ts";
import * as DpopProofsJose from "../../adapters/jose/DpopProofsJose.ts";
import { countDownloads, countRequests } from "../../adapters/outbound/countedCalls.ts";
import * as OutboundDownloadsUndici from "../../adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import type { ClientIdentity } from "../../adapters/pds/oauth/ClientIdentity.ts";
import * as UpstreamAuthorizationOauth4webapi from "../../adapters/pds/oauth/UpstreamAuthorizationOauth4webapi.ts";
import * as RepositoryXrpc from "../../adapters/pds/repository/RepositoryXrpc.ts";
import * as RepositoryDirectoryXrpc from "../../adapters/pds/sync/RepositoryDirectoryXrpc.ts";
import * as RepositoryReaderXrpc from "../../adapters/pds/sync/RepositoryReaderXrpc.ts";
import * as WebhookReceiverHttp from "../../adapters/webhook/WebhookReceiverHttp.ts";
import * as WitnessRequestsHttp from "../../adapters/witness/WitnessRequestsHttp.ts";
import { ConfiguredAdmins } from "../../application/admin/ConfiguredAdmins.ts";
import { ClientPolicy } from "../../application/clients/ClientPolicy.ts";
import * as ClientDeletions from "../../application/clients/registration/ClientDeletions.ts";
import * as RegistryReporter from "../../application/clients/registry/RegistryReporter.ts";
import { PublicUrl } from "../../application/instance/PublicUrl.ts";
import * as LiveSessions from "../../application/live/LiveSessions.ts";
import * as ClientRegistryProjection from "../../application/projection/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../../application/projection/EndedAuthorizationsProjection.ts";
import * as LexiconCatalogProjection from "../../application/projection/LexiconCatalogProjection.ts";
import * as ReadModels from "../../application/projection/ReadModels.ts";
import * as VerificationRunsProjection from "../../application/projection/VerificationRunsProjection.ts";
import { BlobLimit } from "../../application/records/blob/BlobLimit.ts";
import { RetentionSettings } from "../../application/retention/RetentionSettings.ts";
import * as RefreshesInFlight from "../../application/sessions/refresh/RefreshesInFlight.ts";
import { FollowedSource } from "../../application/sync/status/FollowedSource.ts";
import { LiveSyncSettings } from "../../application/sync/stream/LiveSyncSettings.ts";
import * as readPublications from "../../application/transparency/publishing/readPublications.ts";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import { Witnesses } from "../../domain/transparency/publishing/Witnesses.ts";
import { type DatabaseUse, storage, wholeDatabase } from "../storage.ts";
import { temporaryFolderOf } from "../storageLocation.ts";
import * as InstanceDoctor from "./instanceDoctor.ts";
import { keyIds } from "./keyIds.ts";
import * as ThisProcess from "./thisProcess.ts";

const clientIdentity = (configuration: Configuration): ClientIdentity =>
  configuration.upstreamClient === "confidential"
    ? { _tag: "ConfidentialClient", baseUrl: configuration.baseUrl, keys: configuration.signingKeys }
    : { _tag: "LoopbackClient", redirectUri: `${configuration.baseUrl}/oauth/atp/callback` };

/** The adapters for other servers, over one outbound client. A benchmark replaces the client to measure it. */
export const remoteServices = (
  configuration: Configuration,
  outbound = OutboundHttpUndici.layer({ allowLoopback: !configuration.production })
) => {
  const { handleResolverUrl, plcDirectoryUrl, production } = configuration;
  const handleResolverUrls = handleResolverUrl === null ? [] : [handleResolverUrl];
  return Layer.mergeAll(
    IdentityResolverNetwork.layer({ plcDirectoryUrl, handleResolverUrls, allowLoopback: !production }).pipe(
      Layer.provide(TxtRecords.layer)
    ),
    RemoteDocumentsHttp.layer,
    Layer.merge(
      RepositoryXrpc.layer,
      UpstreamAuthorizationOauth4webapi.layer({ client: clientIdentity(configuration) })
    ).pipe(Layer.provide(countRequests))
  ).pipe(Layer.provide(outbound));
};

/** Reads and lists repositories over connections of its own, so that large downloads delay no other request. */
const repositories = ({ backfillMaxBytes: maxBytes, dataDir, production, sync }: Configuration) => {
  const policy = { allowLoopback: !production };
  return Layer.merge(
    RepositoryReaderXrpc.layer({ maxBytes, temporaryFolder: temporaryFolderOf(dataDir) }),
    RepositoryDirectoryXrpc.layer({ relayUrl: sync.relayUrl })
  ).pipe(
    Layer.provide(Layer.merge(countRequests, countDownloads)),
    Layer.provide(Layer.merge(OutboundHttpUndici.layer(policy), OutboundDownloadsUndici.layer(policy)))
  );
};

/** The witnesses and anchors of the configuration, over connections of their own: they delay no other request. */
const publishing = (configuration: Configuration, others: ReturnType<typeof remoteServices>) => {
  const { auditAnchorPassword, auditAnchors, auditWitnesses, production } = configuration;
  const outbound = OutboundHttpUndici.layer({ allowLoopback: !production });
  return Layer.mergeAll(
    Layer.succeed(Witnesses, auditWitnesses),
    WitnessRequestsHttp.layer.pipe(Layer.provide(outbound)),
    configuredAnchors.layer(auditAnchors, auditAnchorPassword).pipe(Layer.provide(Layer.merge(outbound, others)))
  );
};

/** The receiver of the webhook, over connections of its own: it delays no other request. */
const webhook = ({ production, webhook: settings }: Configuration) =>
  WebhookReceiverHttp.layer(settings).pipe(Layer.provide(OutboundHttpUndici.layer({ allowLoopback: !production })));

const keys = ({ auditKeys, baseUrl, requireDpopNonce, secrets, signingKeys }: Configuration) =>
  Layer.mergeAll(
    CheckpointSignerEd25519.layer({ keys: auditKeys, publicUrl: baseUrl }),
    Layer.succeed(Sha256Hasher, hashingNode),
    AccessTokensJose.layer({ keys: signingKeys, issuer: baseUrl, audience: baseUrl }),
    ClientAssertionsJose.layer,
    DpopProofsJose.layer,
    DpopNoncesHmac.layer({ secrets, required: requireDpopNonce }),
    SecretCipherAesGcm.layer({ secrets }),
    SecureRandomNode.layer,
    RepositorySignaturesWasm.layer
  );

const clientPolicy = ({
  clientRegistration,
  clientRegistrationToken,
  production,
  publicBearerClients
}: Configuration) =>
  Layer.succeed(ClientPolicy, {
    registration: clientRegistration,
    registrationToken: clientRegistrationToken,
    development: !production,
    publicBearer: publicBearerClients
  });

const readModels = Layer.mergeAll(
  ClientRegistryProjection.layer,
  EndedAuthorizationsProjection.layer,
  LexiconCatalogProjection.layer,
  VerificationRunsProjection.layer
).pipe(Layer.provideMerge(ReadModels.layer));

/**
 * All services that handle requests: chooses the adapter behind each port by the configuration. `others` are the adapters
 * for other servers, which a benchmark or an embedding program may replace. `use` is the share of the database.
 */
export const service = (
  configuration: Configuration,
  { documents }: ReadDocuments,
  others = remoteServices(configuration),
  use: DatabaseUse = wholeDatabase
) =>
  Layer.mergeAll(
    ClientDeletions.layer,
    LiveSessions.layer,
    RegistryReporter.layer,
    readPublications.layer,
    GraphqlApiLexicons.layerWith({
      documents: documents.map(({ text }) => text),
      only: configuration.persistedDocumentsOnly,
      limits: limitsOf(configuration.queryLimits),
      answers: configuration.queryLimits
    })
  ).pipe(
    Layer.provideMerge(Layer.provideMerge(ThisProcess.layer(keyIds(configuration)), LiveConnections.layer)),
    Layer.provideMerge(readModels),
    Layer.provideMerge(RefreshesInFlight.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        others,
        repositories(configuration),
        publishing(configuration, others),
        webhook(configuration),
        keys(configuration),
        ErasureLedgerFile.layer({ dataDir: configuration.dataDir, missingFolder: "create" }),
        KeptCheckpointFile.layer(configuration.dataDir),
        LexiconArchiveYauzl.layer,
        PublishedLexiconsFolder.layer,
        clientPolicy(configuration),
        Layer.succeed(LiveLimits, liveLimitsOf(configuration.liveLimits)),
        Layer.succeed(RateLimits, rateLimitsBy(configuration.rateLimits)),
        SignInProblems.layer,
        InstanceDoctor.layer,
        Layer.succeed(FollowedSource, followedSource(configuration.sync)),
        Layer.succeed(LiveSyncSettings, { openCollections: configuration.sync.openCollections }),
        Layer.succeed(PublicUrl, configuration.baseUrl),
        Layer.succeed(ConfiguredAdmins, configuration.adminDids),
        Layer.succeed(BlobLimit, configuration.blobLimit),
        Layer.succeed(RetentionSettings, configuration.auditRetention),
        Layer.succeed(LiveSyncSettings, { openCollections: configuration.sync.openCollections })
      )
    ),
    // The adapters for other servers share nonces with other processes through the storage.
    Layer.provideMerge(
      storage({
        ...configuration,
        timeout: `${configuration.queryLimits.seconds} seconds`,
        answerBytes: configuration.queryLimits.answerBytes,
        ...use
      })
    )
  );
