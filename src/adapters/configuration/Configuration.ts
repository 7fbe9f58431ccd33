import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as LogLevel from "effect/LogLevel";
import type * as Redacted from "effect/Redacted";
import type { Did } from "../../domain/atproto/Did.ts";
import type { PublicBearer } from "../../domain/client/authentication/PublicBearer.ts";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import type { IndexedField } from "../../domain/record/index/IndexedField.ts";
import type { RetentionLimit } from "../../domain/retention/RetentionLimit.ts";
import type { TracingSettings } from "../../domain/tracing/TracingSettings.ts";
import type { AuditKey } from "../../domain/transparency/AuditKey.ts";
import type { AnchorLocation } from "../../domain/transparency/publishing/AnchorLocation.ts";
import type { AskedWitness } from "../../domain/transparency/publishing/Witnesses.ts";
import type { WebhookSettings } from "../../domain/webhook/WebhookSettings.ts";
import type { LiveSettings } from "./variables/liveLimits.ts";
import type { LogFormat } from "./variables/monitoringVariables.ts";
import type { QueryLimits } from "./variables/QueryLimits.ts";
import type { RateLimitSettings } from "./variables/rateLimits.ts";
import type { SyncSettings } from "./variables/syncVariables.ts";

/** The configuration of the service: its environment, validated and typed. Paths are absolute; URLs have no trailing slash. */
export interface Configuration {
  /** False in development, where keys are generated and http is allowed. */
  readonly production: boolean;
  /** The public URL of the service, an origin. Issuer and audience of its tokens. */
  readonly baseUrl: string;
  /** The previous public URL, whose sessions the operator ends by naming it; null for none. */
  readonly previousBaseUrl: string | null;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** How many processes handle requests. With 1, the same process also runs the background jobs. */
  readonly workers: number;
  /** How long a process that is asked to stop still serves requests. */
  readonly shutdownDelaySeconds: number;
  /** The proxies that are trusted to append to `X-Forwarded-For`: their number, or their networks. */
  readonly trustedProxies: number | ReadonlyArray<string>;
  /** Rate limits of the endpoints that can be used for guessing or are expensive. */
  readonly rateLimits: RateLimitSettings;
  /** Whether DPoP proofs must contain a nonce of the service. */
  readonly requireDpopNonce: boolean;
  /** Whether times are those of the database where the clock of this machine differs. */
  readonly followDatabaseClock: boolean;
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | null;
  /** Replicas of the database at `databaseUrl`; none by default. */
  readonly databaseReadUrls: ReadonlyArray<Redacted.Redacted>;
  readonly dataDir: string;
  /** The folder in which the embedded database archives its write-ahead log; null for none. */
  readonly walArchive: string | null;
  /** The first signs; all are published. */
  readonly signingKeys: NonEmptyReadonlyArray<SigningKey>;
  /** The first signs checkpoints; the others signed checkpoints that are still published. */
  readonly auditKeys: NonEmptyReadonlyArray<AuditKey>;
  /** The witnesses that cosign checkpoints. */
  readonly auditWitnesses: ReadonlyArray<AskedWitness>;
  /** The places outside the database that keep checkpoints. */
  readonly auditAnchors: ReadonlyArray<AnchorLocation>;
  /** The app password of the account whose repository is an anchor; null if none is. */
  readonly auditAnchorPassword: Redacted.Redacted | null;
  /** The receiver of the webhook; null for none. */
  readonly webhook: WebhookSettings | null;
  /** For how long the database keeps the events of each class; those of other classes are kept. */
  readonly auditRetention: ReadonlyArray<RetentionLimit>;
  /** How many hours back a cursor of a subscription reaches. */
  readonly subscriptionRetentionHours: number;
  /** The folder of archived events; null for the one in `dataDir`. */
  readonly auditArchives: string | null;
  /** The first encrypts; the others only decrypt. Signing keys also decrypt, because they encrypted before SECRET_KEY_BASE was set. */
  readonly secrets: NonEmptyReadonlyArray<Redacted.Redacted>;
  /** The ids of keys that are lost, together with the sessions that need them. */
  readonly retiredKeys: ReadonlyArray<string>;
  /** The kind of client that the service is for PDSes: with a metadata document under https, otherwise a loopback client. */
  readonly upstreamClient: "confidential" | "loopback";
  readonly adminDids: ReadonlyArray<Did>;
  readonly plcDirectoryUrl: string;
  /** A service with `com.atproto.identity.resolveHandle`, used instead of DNS and HTTPS; null for those. */
  readonly handleResolverUrl: string | null;
  /** Lexicons to activate at every start; null for those that come with the service, at the first start. */
  readonly lexiconDir: string | null;
  /** Fields of records that are indexed in addition to those that are always indexed. */
  readonly indexedFields: ReadonlyArray<IndexedField>;
  readonly queryLimits: QueryLimits;
  /** Limits of connections that stay open for subscriptions. */
  readonly liveLimits: LiveSettings;
  /** The maximum size of a blob, in bytes. */
  readonly blobLimit: number;
  readonly sync: SyncSettings;
  /** The external labelers whose labels have an effect. */
  readonly labelers: ReadonlyArray<Did>;
  /** Whether the repositories of users who log in are indexed. */
  readonly backfill: boolean;
  /** The number of repositories that this process fetches concurrently. */
  readonly backfillConcurrency: number;
  /** The maximum size of a repository, in bytes. */
  readonly backfillMaxBytes: number;
  /** A manifest or a folder of persisted GraphQL documents; null for none. */
  readonly persistedDocuments: string | null;
  /** Whether only persisted documents are accepted. */
  readonly persistedDocumentsOnly: boolean;
  /** Whether clients may register themselves. */
  readonly clientRegistration: "open" | "closed";
  /** What public clients without DPoP may do. */
  readonly publicBearerClients: PublicBearer;
  /** The token that a client must present to register itself; null if it needs none. */
  readonly clientRegistrationToken: Redacted.Redacted | null;
  readonly logLevel: LogLevel.LogLevel;
  readonly logFormat: LogFormat;
  /** The port that serves metrics, 0 for any free one; null for none. */
  readonly metricsPort: number | null;
  /** The token that a request for metrics must present. Without a port for metrics, the port of the service serves them. */
  readonly metricsToken: Redacted.Redacted | null;
  /** How traces are exported; null without a collector. */
  readonly tracing: TracingSettings | null;
  /** Whether traces are off in spite of a collector. */
  readonly tracingDisabled: boolean;
}
