import { resolve } from "node:path";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { Configuration } from "./Configuration.ts";
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts";
import { checkPaths } from "./checkPaths.ts";
import { checkpointKey, developmentKey, storedDevelopmentKey, tokenKey } from "./developmentKey.ts";
import type { SigningKeyReader } from "./SigningKeyReader.ts";
import { readTracing, tracingSettings } from "./tracingSettings.ts";
import { labelerVariables } from "./variables/labelerVariables.ts";
import { liveLimits } from "./variables/liveLimits.ts";
import { monitoringVariables } from "./variables/monitoringVariables.ts";
import { publishingVariables } from "./variables/publishingVariables.ts";
import { queryLimits } from "./variables/QueryLimits.ts";
import { rateLimits } from "./variables/rateLimits.ts";
import { retentionVariables } from "./variables/retentionVariables.ts";
import { syncVariables } from "./variables/syncVariables.ts";
import { type Environment, readVariable, type Variable } from "./variables/Variable.ts";
import { nodeEnv, variables } from "./variables/variables.ts";
import { webhookVariables } from "./variables/webhookVariables.ts";

const PrivateScalar = Schema.parseJson(Schema.Struct({ d: Schema.String }));

/** The secret of a signing key, which encrypts if there is no SECRET_KEY_BASE. */
const secretOf = (key: SigningKey): Redacted.Redacted =>
  Redacted.make(Schema.decodeSync(PrivateScalar)(Redacted.value(key.jwk)).d);

/** The signing keys still decrypt what they encrypted before SECRET_KEY_BASE was set. */
const secretsOf = (
  configured: Arr.NonEmptyReadonlyArray<Redacted.Redacted> | null,
  signingKeys: Arr.NonEmptyReadonlyArray<SigningKey>
): Arr.NonEmptyReadonlyArray<Redacted.Redacted> => {
  const derived = Arr.map(signingKeys, secretOf);
  return configured === null ? derived : Arr.appendAll(configured, derived);
};

const readAll = (environment: Environment, keys: SigningKeyReader) => {
  const read = <A>(variable: Variable<A>) => readVariable(environment, variable);
  const environmentName = read(nodeEnv);
  const production = Either.getOrElse(environmentName, () => false);
  const all = variables(production, keys);
  const publishing = publishingVariables(production);
  const webhook = webhookVariables(production);
  const monitoring = monitoringVariables(production);
  return Effect.all(
    {
      production: environmentName,
      baseUrl: read(all.baseUrl),
      previousBaseUrl: read(all.previousBaseUrl),
      signingKeys: read(all.signingKeys),
      auditKeys: read(all.auditKeys),
      auditWitnesses: read(publishing.auditWitnesses),
      auditAnchors: read(publishing.auditAnchors),
      auditAnchorPassword: read(publishing.auditAnchorPassword),
      webhookUrl: read(webhook.webhookUrl),
      webhookSecrets: read(webhook.webhookSecrets),
      webhookTopics: read(webhook.webhookTopics),
      auditRetention: read(retentionVariables.auditRetention),
      auditArchives: read(retentionVariables.auditArchives),
      subscriptionRetentionHours: read(retentionVariables.subscriptionRetentionHours),
      secrets: read(all.secrets),
      retiredKeys: read(all.retiredKeys),
      host: read(all.host),
      port: read(all.port),
      workers: read(all.workers),
      shutdownDelaySeconds: read(all.shutdownDelaySeconds),
      trustedProxies: read(all.trustedProxies),
      perAddress: read(rateLimits.perAddress),
      perClient: read(rateLimits.perClient),
      failures: read(rateLimits.failures),
      followDatabaseClock: read(all.followDatabaseClock),
      requireDpopNonce: read(all.requireDpopNonce),
      databaseUrl: read(all.databaseUrl),
      databaseReadUrls: read(all.databaseReadUrls),
      dataDir: read(all.dataDir),
      walArchive: read(all.walArchive),
      adminDids: read(all.adminDids),
      plcDirectoryUrl: read(all.plcDirectoryUrl),
      handleResolverUrl: read(all.handleResolverUrl),
      lexiconDir: read(all.lexiconDir),
      indexedFields: read(all.indexedFields),
      blobLimit: read(all.blobLimit),
      backfill: read(all.backfill),
      backfillConcurrency: read(all.backfillConcurrency),
      backfillMaxBytes: read(all.backfillMaxBytes),
      depth: read(queryLimits.depth),
      aliases: read(queryLimits.aliases),
      cost: read(queryLimits.cost),
      documentBytes: read(queryLimits.documentBytes),
      answerBytes: read(queryLimits.answerBytes),
      seconds: read(queryLimits.seconds),
      connections: read(liveLimits.connections),
      connectionsPerAddress: read(liveLimits.connectionsPerAddress),
      operationsPerConnection: read(liveLimits.operationsPerConnection),
      bufferBytes: read(liveLimits.bufferBytes),
      labelers: read(labelerVariables.labelers),
      syncSource: read(syncVariables.source),
      jetstreamUrl: read(syncVariables.jetstreamUrl),
      jetstreamDictionary: read(syncVariables.jetstreamDictionary),
      relayUrl: read(syncVariables.relayUrl),
      tapUrl: read(syncVariables.tapUrl),
      tapPassword: read(syncVariables.tapPassword),
      openCollections: read(syncVariables.openCollections),
      idleSeconds: read(syncVariables.idleSeconds),
      persistedDocuments: read(all.persistedDocuments),
      persistedDocumentsOnly: read(all.persistedDocumentsOnly),
      clientRegistration: read(all.clientRegistration),
      clientRegistrationToken: read(all.clientRegistrationToken),
      publicBearerClients: read(all.publicBearerClients),
      logLevel: read(monitoring.logLevel),
      logFormat: read(monitoring.logFormat),
      metricsPort: read(monitoring.metricsPort),
      metricsToken: read(monitoring.metricsToken),
      ...readTracing(read)
    },
    { mode: "validate" }
  ).pipe(Effect.mapError((problems) => Arr.getSomes(Object.values(problems))));
};

const invalid = (problems: ReadonlyArray<string>): ConfigurationInvalid =>
  new ConfigurationInvalid({ problems: Arr.isNonEmptyReadonlyArray(problems) ? problems : ["cannot be read"] });

/** Returns the public URL: as it is set, or that of this machine in development. */
export const baseUrlFor = (baseUrl: string | null, port: number): Effect.Effect<string, ConfigurationInvalid> => {
  if (baseUrl !== null) return Effect.succeed(baseUrl);
  return port === 0
    ? Effect.fail(
        invalid([
          "EXTERNAL_BASE_URL is missing, and cannot be derived from PORT=0: set one of them; example: PORT=8080"
        ])
      )
    : Effect.succeed(`http://127.0.0.1:${port}`);
};

const documentsMissing = invalid([
  "PERSISTED_DOCUMENTS_ONLY is true, but PERSISTED_DOCUMENTS is not set, so every request would be rejected: set it; example: PERSISTED_DOCUMENTS=./persisted-documents.json"
]);

const anchorPasswordMissing = invalid([
  "AUDIT_ANCHORS has a repository, but AUDIT_ANCHOR_PASSWORD is not set: create an app password for the account and set it; example: AUDIT_ANCHOR_PASSWORD=abcd-efgh-ijkl-mnop"
]);

const webhookSecretMissing = invalid([
  "WEBHOOK_URL is set, but WEBHOOK_SECRET is not, and the receiver could not tell who sends a message: set it; example: WEBHOOK_SECRET=$(npx tidemark keys generate --webhook)"
]);

const metricsOfOneWorker = invalid([
  "METRICS_TOKEN is set, but METRICS_PORT is not, and with several WORKERS a request for metrics would reach any of them: set it; example: METRICS_PORT=9464"
]);

const primaryMissing = invalid([
  "DATABASE_READ_URL is set, but DATABASE_URL is not, and the embedded database has no replicas: set it to the primary; example: DATABASE_URL=postgres://tidemark:password@db.example.com/tidemark"
]);

const archiveOfOwnServer = invalid([
  "WAL_ARCHIVE is set, and so is DATABASE_URL, but only the embedded database can be archived by this service: remove it, and let that server archive by its archive_command; example: WAL_ARCHIVE="
]);

const tapMissing = invalid([
  "SYNC_SOURCE is tap, but TAP_URL is not set: set it; example: TAP_URL=http://127.0.0.1:2480"
]);

/**
 * Reads the configuration from the environment. Fails with all problems at once, one line per variable. In development,
 * missing keys are generated into the data folder once everything else is valid.
 */
export const loadConfiguration = traced("loadConfiguration")(function* (
  environment: Environment,
  keys: SigningKeyReader
): Effect.fn.Return<Configuration, ConfigurationInvalid> {
  const { depth, aliases, cost, documentBytes, answerBytes, seconds, ...others } = yield* Effect.mapError(
    readAll(environment, keys),
    invalid
  );
  const { syncSource, jetstreamUrl, jetstreamDictionary, relayUrl, tapUrl, ...besideAddresses } = others;
  const { tapPassword, openCollections, idleSeconds, ...besidesSync } = besideAddresses;
  const { connections, connectionsPerAddress, operationsPerConnection, bufferBytes, ...besidesLive } = besidesSync;
  const { perAddress, perClient, failures, ...besidesRates } = besidesLive;
  const { webhookUrl, webhookSecrets, webhookTopics, ...read } = besidesRates;
  if (read.auditAnchorPassword === null && read.auditAnchors.some(({ _tag }) => _tag === "RepositoryAnchor"))
    return yield* anchorPasswordMissing;
  if (webhookUrl !== null && webhookSecrets === null) return yield* webhookSecretMissing;
  if (read.workers > 1 && read.metricsToken !== null && read.metricsPort === null) return yield* metricsOfOneWorker;
  if (read.databaseReadUrls.length > 0 && read.databaseUrl === null) return yield* primaryMissing;
  if (read.walArchive !== null && read.databaseUrl !== null) return yield* archiveOfOwnServer;
  if (syncSource === "tap" && tapUrl === null) return yield* tapMissing;
  if (read.persistedDocumentsOnly && read.persistedDocuments === null) return yield* documentsMissing;
  const baseUrl = yield* baseUrlFor(read.baseUrl, read.port);
  const paths = {
    auditArchives: read.auditArchives === null ? null : resolve(read.auditArchives),
    walArchive: read.walArchive === null ? null : resolve(read.walArchive),
    lexiconDir: read.lexiconDir === null ? null : resolve(read.lexiconDir),
    persistedDocuments: read.persistedDocuments === null ? null : resolve(read.persistedDocuments)
  };
  const dictionary = jetstreamDictionary === null ? null : resolve(jetstreamDictionary);
  yield* checkPaths({ ...paths, jetstreamDictionary: dictionary });
  const dataDir = resolve(read.dataDir);
  const signingKeys = read.signingKeys ?? (yield* developmentKey(dataDir, tokenKey, keys));
  const auditKeys = read.auditKeys ?? (yield* developmentKey(dataDir, checkpointKey, keys.audit));
  return {
    ...read,
    baseUrl,
    dataDir,
    signingKeys,
    auditKeys,
    secrets: secretsOf(read.secrets, signingKeys),
    webhook:
      webhookUrl === null || webhookSecrets === null
        ? null
        : { url: webhookUrl, secrets: webhookSecrets, topics: webhookTopics },
    ...paths,
    sync: {
      source: syncSource,
      jetstreamUrl,
      jetstreamDictionary: dictionary,
      relayUrl,
      tapUrl,
      tapPassword,
      openCollections,
      idleSeconds
    },
    tracing: tracingSettings(read),
    queryLimits: { depth, aliases, cost, documentBytes, answerBytes, seconds },
    liveLimits: { connections, connectionsPerAddress, operationsPerConnection, bufferBytes },
    rateLimits: { perAddress, perClient, failures },
    upstreamClient: baseUrl.startsWith("https:") ? "confidential" : "loopback"
  };
});

/**
 * Reads the secrets of the service as far as this environment has them; null if it has none. Nothing is generated.
 */
export const knownSecrets = traced("knownSecrets")(function* (
  environment: Environment,
  keys: SigningKeyReader,
  dataDir: string
): Effect.fn.Return<Arr.NonEmptyReadonlyArray<Redacted.Redacted> | null, ConfigurationInvalid> {
  const all = variables(false, keys);
  const read = <A>(variable: Variable<A>) =>
    Effect.mapError(readVariable(environment, variable), (problem) => invalid([problem]));
  const configured = yield* read(all.secrets);
  const signingKeys =
    (yield* read(all.signingKeys)) ?? (yield* storedDevelopmentKey(dataDir, tokenKey, keys))?.keys ?? null;
  return signingKeys === null ? configured : secretsOf(configured, signingKeys);
});
