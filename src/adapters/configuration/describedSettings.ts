import type { Configuration } from "./Configuration.ts";

/** What an admin is told of a variable. `secret` is never shown; `show` gives what is in force. */
interface DescribedSetting {
  readonly name: string;
  readonly description: string;
  readonly show: (configuration: Configuration) => string | number | boolean | null;
  readonly secret?: true;
}

const off = (rate: number | null): string | number => rate ?? "off";

/** Every variable of the environment, in the order of the README. */
export const describedSettings: ReadonlyArray<DescribedSetting> = [
  {
    name: "NODE_ENV",
    description: "production refuses generated keys and an http address, and reaches no private network.",
    show: ({ production }) => (production ? "production" : "development")
  },
  {
    name: "EXTERNAL_BASE_URL",
    description: "The address under which apps and browsers reach the service: issuer and audience of its tokens.",
    show: ({ baseUrl }) => baseUrl
  },
  {
    name: "EXTERNAL_BASE_URL_BEFORE",
    description: "The address before this one, given up with the sign-ins that hang on it.",
    show: ({ previousBaseUrl }) => previousBaseUrl
  },
  { name: "OAUTH_SIGNING_KEY", description: "Signs tokens and client assertions.", show: () => null, secret: true },
  { name: "SECRET_KEY_BASE", description: "Seals the tokens and keys of PDSes.", show: () => null, secret: true },
  {
    name: "RETIRED_KEYS",
    description: "Ids of keys that are gone for good, given up with the sign-ins that need them.",
    show: ({ retiredKeys }) => retiredKeys.join(",")
  },
  {
    name: "DATABASE_URL",
    description: "The PostgreSQL server; without it the service runs one in DATA_DIR.",
    show: () => null,
    secret: true
  },
  { name: "DATA_DIR", description: "Embedded database and generated keys.", show: ({ dataDir }) => dataDir },
  { name: "HOST", description: "Where it listens.", show: ({ host }) => host },
  { name: "PORT", description: "Where it listens.", show: ({ port }) => port },
  {
    name: "TRUST_PROXY",
    description: "Which proxies may say where a request comes from: how many stand in front, or their networks.",
    show: ({ trustedProxies }) => (typeof trustedProxies === "number" ? trustedProxies : trustedProxies.join(","))
  },
  {
    name: "RATE_LIMIT_PER_ADDRESS",
    description: "Requests a minute from one address to what guesses or costs, for each process.",
    show: ({ rateLimits }) => off(rateLimits.perAddress)
  },
  {
    name: "RATE_LIMIT_PER_CLIENT",
    description: "Requests a minute from one client that proved who it is, for each process.",
    show: ({ rateLimits }) => off(rateLimits.perClient)
  },
  {
    name: "RATE_LIMIT_FAILURES",
    description: "Wrong secrets a minute from one address, for each process.",
    show: ({ rateLimits }) => off(rateLimits.failures)
  },
  {
    name: "REQUIRE_DPOP_NONCE",
    description: "Whether DPoP proofs must hold a nonce of the service.",
    show: ({ requireDpopNonce }) => requireDpopNonce
  },
  {
    name: "ADMIN_DIDS",
    description: "Accounts that administer and cannot be removed here.",
    show: ({ adminDids }) => adminDids.join(",")
  },
  {
    name: "LEXICON_DIR",
    description: "Lexicons to put in force at every start.",
    show: ({ lexiconDir }) => lexiconDir
  },
  {
    name: "INDEXED_FIELDS",
    description: "Fields of records that are indexed besides what always is.",
    show: ({ indexedFields }) => (indexedFields.length === 0 ? "" : `${indexedFields.length} fields`)
  },
  {
    name: "PERSISTED_DOCUMENTS",
    description: "GraphQL documents that are known from the start.",
    show: ({ persistedDocuments }) => persistedDocuments
  },
  {
    name: "PERSISTED_DOCUMENTS_ONLY",
    description: "Whether no others are answered.",
    show: ({ persistedDocumentsOnly }) => persistedDocumentsOnly
  },
  {
    name: "QUERY_DEPTH_LIMIT",
    description: "Fields within fields that one query may have.",
    show: ({ queryLimits }) => queryLimits.depth
  },
  {
    name: "QUERY_ALIAS_LIMIT",
    description: "Aliases that one selection may have.",
    show: ({ queryLimits }) => queryLimits.aliases
  },
  {
    name: "QUERY_COST_LIMIT",
    description: "Records that one query may ask for, as they are estimated.",
    show: ({ queryLimits }) => queryLimits.cost
  },
  {
    name: "QUERY_DOCUMENT_BYTES",
    description: "Bytes that a document may have.",
    show: ({ queryLimits }) => queryLimits.documentBytes
  },
  {
    name: "QUERY_ANSWER_BYTES",
    description: "Bytes that an answer may have.",
    show: ({ queryLimits }) => queryLimits.answerBytes
  },
  {
    name: "QUERY_TIMEOUT_SECONDS",
    description: "Seconds that one query may take.",
    show: ({ queryLimits }) => queryLimits.seconds
  },
  {
    name: "BACKFILL",
    description: "Whether the repositories of those who sign in are indexed.",
    show: ({ backfill }) => backfill
  },
  {
    name: "BACKFILL_CONCURRENCY",
    description: "Repositories that one process fetches at once.",
    show: ({ backfillConcurrency }) => backfillConcurrency
  },
  {
    name: "BACKFILL_MAX_BYTES",
    description: "The most bytes that a repository may have.",
    show: ({ backfillMaxBytes }) => backfillMaxBytes
  },
  { name: "BLOB_LIMIT", description: "The most bytes that a blob may have.", show: ({ blobLimit }) => blobLimit },
  {
    name: "PLC_DIRECTORY_URL",
    description: "Where did:plc is resolved.",
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
    description: "What an app must present to register itself.",
    show: () => null,
    secret: true
  },
  {
    name: "PUBLIC_BEARER_CLIENTS",
    description: "What apps without a secret and without DPoP may do: nothing, sign in and read, or write too.",
    show: ({ publicBearerClients }) => publicBearerClients
  },
  {
    name: "LOG_LEVEL",
    description: "What is written to the log.",
    show: ({ logLevel }) => logLevel.label.toLowerCase()
  }
];
