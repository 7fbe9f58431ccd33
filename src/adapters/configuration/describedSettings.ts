import { retentionLimitText } from "../../domain/retention/RetentionLimit.ts";
import type { OpenCollections } from "../../domain/sync/stream/openCollections.ts";
import { archivesFolder } from "./archivesFolder.ts";
import type { Configuration } from "./Configuration.ts";

/** The description of a variable for admins. `show` returns the active value; the value of a `secret` is never shown. */
interface DescribedSetting {
  readonly name: string;
  readonly description: string;
  readonly show: (configuration: Configuration) => string | number | boolean | null;
  readonly secret?: true;
}

const off = (rate: number | null): string | number => rate ?? "off";

const describeOpenCollections = (open: OpenCollections): string => {
  switch (open._tag) {
    case "OwnAuthorities":
      return "all except app.bsky, chat.bsky, com.atproto and tools.ozone";
    case "EveryCollection":
      return "*";
    case "ListedAuthorities":
      return open.prefixes.join(",");
  }
};

/** Every variable of the environment, in the order of the README. */
export const describedSettings: ReadonlyArray<DescribedSetting> = [
  {
    name: "NODE_ENV",
    description: "production refuses generated keys and http URLs, and does not connect to private networks.",
    show: ({ production }) => (production ? "production" : "development")
  },
  {
    name: "EXTERNAL_BASE_URL",
    description:
      "The public URL of the service, in production https without a port. It is the issuer and audience of its tokens.",
    show: ({ baseUrl }) => baseUrl
  },
  {
    name: "EXTERNAL_BASE_URL_BEFORE",
    description: "The previous public URL. Setting it confirms the change and ends the sessions of that URL.",
    show: ({ previousBaseUrl }) => previousBaseUrl
  },
  { name: "OAUTH_SIGNING_KEY", description: "Signs tokens and client assertions.", show: () => null, secret: true },
  { name: "AUDIT_SIGNING_KEY", description: "Signs checkpoints of the event log.", show: () => null, secret: true },
  {
    name: "AUDIT_WITNESSES",
    description: "The witnesses that cosign checkpoints of the event log.",
    show: ({ auditWitnesses }) => auditWitnesses.map(({ key }) => key.name).join(",")
  },
  {
    name: "AUDIT_ANCHORS",
    description: "The places outside the database that keep checkpoints of the event log.",
    show: ({ auditAnchors }) => auditAnchors.map(({ address }) => address).join(",")
  },
  {
    name: "AUDIT_ANCHOR_PASSWORD",
    description: "The app password of the account whose repository is an anchor.",
    show: () => null,
    secret: true
  },
  {
    name: "WEBHOOK_URL",
    description: "Where messages about the administration are sent. The page Webhook shows the host.",
    show: () => null,
    secret: true
  },
  { name: "WEBHOOK_SECRET", description: "Signs the messages of the webhook.", show: () => null, secret: true },
  {
    name: "WEBHOOK_EVENTS",
    description: "The types of messages that the webhook sends.",
    show: ({ webhook }) => (webhook === null ? "" : [...webhook.topics].join(","))
  },
  {
    name: "AUDIT_RETENTION",
    description: "For how long the database keeps the details of events, by class.",
    show: ({ auditRetention }) => auditRetention.map(retentionLimitText).join(",")
  },
  {
    name: "AUDIT_ARCHIVES",
    description: "The folder of archived events.",
    show: ({ auditArchives, dataDir }) => archivesFolder(auditArchives, dataDir)
  },
  {
    name: "SECRET_KEY_BASE",
    description: "Encrypts the tokens and keys of sessions at PDSes.",
    show: () => null,
    secret: true
  },
  {
    name: "RETIRED_KEYS",
    description: "Ids of lost keys. The sessions that need them end.",
    show: ({ retiredKeys }) => retiredKeys.join(",")
  },
  {
    name: "DATABASE_URL",
    description: "The PostgreSQL server. By default, the service runs one in DATA_DIR.",
    show: () => null,
    secret: true
  },
  {
    name: "DATABASE_READ_URL",
    description: "Replicas of the database, which GraphQL queries of records read from.",
    show: () => null,
    secret: true
  },
  {
    name: "FOLLOW_DATABASE_CLOCK",
    description:
      "Whether a process goes by the clock of the database if the clock of its machine differs by more than a second.",
    show: ({ followDatabaseClock }) => followDatabaseClock
  },
  {
    name: "DATA_DIR",
    description: "The folder of the embedded database and of generated keys.",
    show: ({ dataDir }) => dataDir
  },
  {
    name: "WAL_ARCHIVE",
    description: "The folder in which the embedded database archives its write-ahead log, for a restore to any time.",
    show: ({ walArchive }) => walArchive
  },
  { name: "HOST", description: "The address that the service listens on.", show: ({ host }) => host },
  { name: "PORT", description: "The port that the service listens on.", show: ({ port }) => port },
  {
    name: "WORKERS",
    description: "How many processes handle requests. With 1, the same process also runs the background jobs.",
    show: ({ workers }) => workers
  },
  {
    name: "SHUTDOWN_DELAY_SECONDS",
    description:
      "How long a process that is asked to stop still serves requests, while /ready tells the proxy not to send more.",
    show: ({ shutdownDelaySeconds }) => shutdownDelaySeconds
  },
  {
    name: "TRUST_PROXY",
    description: "The proxies that are trusted to report the address of a client: their number, or their networks.",
    show: ({ trustedProxies }) => (typeof trustedProxies === "number" ? trustedProxies : trustedProxies.join(","))
  },
  {
    name: "RATE_LIMIT_PER_ADDRESS",
    description:
      "Requests per minute and process from one address to endpoints that can be used for guessing or are expensive.",
    show: ({ rateLimits }) => off(rateLimits.perAddress)
  },
  {
    name: "RATE_LIMIT_PER_CLIENT",
    description: "Requests per minute and process from one authenticated client.",
    show: ({ rateLimits }) => off(rateLimits.perClient)
  },
  {
    name: "RATE_LIMIT_FAILURES",
    description: "Wrong secrets per minute and process from one address.",
    show: ({ rateLimits }) => off(rateLimits.failures)
  },
  {
    name: "REQUIRE_DPOP_NONCE",
    description: "Whether DPoP proofs must contain a nonce of the service.",
    show: ({ requireDpopNonce }) => requireDpopNonce
  },
  {
    name: "ADMIN_DIDS",
    description: "Accounts that are always admins. They cannot be removed here.",
    show: ({ adminDids }) => adminDids.join(",")
  },
  {
    name: "LABELERS",
    description: "External labelers whose labels have an effect.",
    show: ({ labelers }) => labelers.join(",")
  },
  {
    name: "LEXICON_DIR",
    description: "Lexicons that are activated at every start.",
    show: ({ lexiconDir }) => lexiconDir
  },
  {
    name: "INDEXED_FIELDS",
    description: "Fields of records that are indexed in addition to those that are always indexed.",
    show: ({ indexedFields }) => (indexedFields.length === 0 ? "" : `${indexedFields.length} fields`)
  },
  {
    name: "PERSISTED_DOCUMENTS",
    description: "Persisted GraphQL documents: a manifest or a folder.",
    show: ({ persistedDocuments }) => persistedDocuments
  },
  {
    name: "PERSISTED_DOCUMENTS_ONLY",
    description: "Whether only persisted documents are accepted.",
    show: ({ persistedDocumentsOnly }) => persistedDocumentsOnly
  },
  {
    name: "QUERY_DEPTH_LIMIT",
    description: "The maximum depth of fields in a query.",
    show: ({ queryLimits }) => queryLimits.depth
  },
  {
    name: "QUERY_ALIAS_LIMIT",
    description: "The maximum number of aliases in one selection.",
    show: ({ queryLimits }) => queryLimits.aliases
  },
  {
    name: "QUERY_COST_LIMIT",
    description: "The maximum number of records that a query may request, by estimate.",
    show: ({ queryLimits }) => queryLimits.cost
  },
  {
    name: "QUERY_DOCUMENT_BYTES",
    description: "The maximum size of a document, in bytes.",
    show: ({ queryLimits }) => queryLimits.documentBytes
  },
  {
    name: "QUERY_ANSWER_BYTES",
    description: "The maximum size of a response, in bytes.",
    show: ({ queryLimits }) => queryLimits.answerBytes
  },
  {
    name: "QUERY_TIMEOUT_SECONDS",
    description: "The maximum duration of a query, in seconds.",
    show: ({ queryLimits }) => queryLimits.seconds
  },
  {
    name: "SUBSCRIPTION_CONNECTIONS",
    description: "The maximum number of connections of one process that stay open for subscriptions.",
    show: ({ liveLimits }) => liveLimits.connections
  },
  {
    name: "SUBSCRIPTION_CONNECTIONS_PER_ADDRESS",
    description: "The maximum number of these connections from one address.",
    show: ({ liveLimits }) => liveLimits.connectionsPerAddress
  },
  {
    name: "SUBSCRIPTION_OPERATIONS_PER_CONNECTION",
    description: "The maximum number of operations in progress on one WebSocket.",
    show: ({ liveLimits }) => liveLimits.operationsPerConnection
  },
  {
    name: "SUBSCRIPTION_BUFFER_BYTES",
    description: "How many bytes may wait for the client of a connection before it counts as slow.",
    show: ({ liveLimits }) => liveLimits.bufferBytes
  },
  {
    name: "SUBSCRIPTION_RETENTION_HOURS",
    description: "For how many hours a subscription can continue after a cursor.",
    show: ({ subscriptionRetentionHours }) => subscriptionRetentionHours
  },
  {
    name: "BACKFILL",
    description: "Whether the repositories of users who log in are indexed.",
    show: ({ backfill }) => backfill
  },
  {
    name: "BACKFILL_CONCURRENCY",
    description: "The number of repositories that one process fetches concurrently.",
    show: ({ backfillConcurrency }) => backfillConcurrency
  },
  {
    name: "BACKFILL_MAX_BYTES",
    description: "The maximum size of a repository, in bytes.",
    show: ({ backfillMaxBytes }) => backfillMaxBytes
  },
  {
    name: "SYNC_SOURCE",
    description: "What live sync follows: off (nothing), jetstream, firehose or tap.",
    show: ({ sync }) => sync.source ?? "off"
  },
  {
    name: "JETSTREAM_URL",
    description: "The WebSocket address of the Jetstream, with its path.",
    show: ({ sync }) => sync.jetstreamUrl
  },
  {
    name: "JETSTREAM_ZSTD_DICTIONARY",
    description: "The file with the Zstandard dictionary of the Jetstream. With it, messages are compressed.",
    show: ({ sync }) => sync.jetstreamDictionary
  },
  {
    name: "RELAY_URL",
    description: "The base address of the relay, or of one PDS.",
    show: ({ sync }) => sync.relayUrl
  },
  { name: "TAP_URL", description: "The base address of the Tap.", show: ({ sync }) => sync.tapUrl },
  { name: "TAP_PASSWORD", description: "The admin password of the Tap.", show: () => null, secret: true },
  {
    name: "SYNC_AUTHORITIES",
    description: "The NSID prefixes of the collections whose records are taken from any author; * for all.",
    show: ({ sync }) => describeOpenCollections(sync.openCollections)
  },
  {
    name: "SYNC_IDLE_SECONDS",
    description: "After this many seconds without an event, live sync reconnects.",
    show: ({ sync }) => sync.idleSeconds
  },
  { name: "BLOB_LIMIT", description: "The maximum size of a blob, in bytes.", show: ({ blobLimit }) => blobLimit },
  {
    name: "PLC_DIRECTORY_URL",
    description: "The PLC directory that resolves did:plc.",
    show: ({ plcDirectoryUrl }) => plcDirectoryUrl
  },
  {
    name: "HANDLE_RESOLVER_URL",
    description: "A service that resolves handles instead of DNS and HTTPS.",
    show: ({ handleResolverUrl }) => handleResolverUrl
  },
  {
    name: "CLIENT_REGISTRATION",
    description: "Whether apps may register themselves.",
    show: ({ clientRegistration }) => clientRegistration
  },
  {
    name: "CLIENT_REGISTRATION_TOKEN",
    description: "The token that an app must present to register itself.",
    show: () => null,
    secret: true
  },
  {
    name: "PUBLIC_BEARER_CLIENTS",
    description: "What public apps without DPoP may do: off (nothing), read, or write (also read).",
    show: ({ publicBearerClients }) => publicBearerClients
  },
  {
    name: "LOG_LEVEL",
    description: "The lowest level of messages in the log.",
    show: ({ logLevel }) => logLevel.label.toLowerCase()
  },
  {
    name: "LOG_FORMAT",
    description: "The form of the log: json (the default in production) or logfmt.",
    show: ({ logFormat }) => logFormat
  },
  { name: "METRICS_PORT", description: "The port that serves metrics.", show: ({ metricsPort }) => metricsPort },
  {
    name: "METRICS_TOKEN",
    description: "The token that a request for metrics must present.",
    show: () => null,
    secret: true
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    description: "The base address of the collector of OpenTelemetry that gets traces. Setting it turns traces on.",
    show: ({ tracing }) => tracing?.url ?? null
  },
  {
    name: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    description: "The complete address that traces are sent to, instead of a base.",
    show: ({ tracing }) => tracing?.url ?? null
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    description: "Headers of requests to the collector.",
    show: () => null,
    secret: true
  },
  {
    name: "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    description: "Headers of requests to the collector, for traces only.",
    show: () => null,
    secret: true
  },
  {
    name: "OTEL_EXPORTER_OTLP_PROTOCOL",
    description: "The encoding of what is sent to the collector: http/protobuf or http/json.",
    show: ({ tracing }) => tracing?.protocol ?? "http/protobuf"
  },
  {
    name: "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
    description: "The encoding of what is sent to the collector, for traces only.",
    show: ({ tracing }) => tracing?.protocol ?? null
  },
  {
    name: "OTEL_SERVICE_NAME",
    description: "The name of the service in traces.",
    show: ({ tracing }) => tracing?.serviceName ?? "tidemark"
  },
  {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    description: "Attributes of the service in traces.",
    show: ({ tracing }) => Object.keys(tracing?.resource ?? {}).join(",")
  },
  {
    name: "OTEL_TRACES_SAMPLER",
    description: "Which traces are recorded.",
    show: ({ tracing }) => tracing?.sampler ?? "parentbased_always_on"
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    description: "The part of the traces that a sampler with traceidratio records, from 0 to 1.",
    show: ({ tracing }) => tracing?.ratio ?? 1
  },
  {
    name: "OTEL_TRACES_EXPORTER",
    description: "otlp turns traces on, none turns them off.",
    show: ({ tracing }) => (tracing === null ? null : "otlp")
  },
  {
    name: "OTEL_SDK_DISABLED",
    description: "Whether traces are off, whatever else is set.",
    show: ({ tracingDisabled }) => tracingDisabled
  }
];
