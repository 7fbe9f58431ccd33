import type * as Arr from "effect/Array";
import * as Either from "effect/Either";
import type { PublicBearer } from "../../../domain/client/authentication/PublicBearer.ts";
import type { SigningKey } from "../../../domain/crypto/SigningKey.ts";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import type { AuditKey } from "../../../domain/transparency/AuditKey.ts";
import { parseHost } from "../parse/parseHost.ts";
import { parseProxies } from "../parse/parseProxies.ts";
import {
  parseBearerToken,
  parseDatabaseUrl,
  parseDatabaseUrls,
  parseDids,
  parseFolder,
  parseIndexedFields,
  parseInteger,
  parseKeyIds,
  parsePublicBearer,
  parseRegistration,
  parseSecrets,
  parseSwitch
} from "../parse/parseText.ts";
import { parseBaseUrl, parseHttpsOrigin, parseServerUrl } from "../parse/parseUrl.ts";
import type { SigningKeyReader } from "../SigningKeyReader.ts";
import { optional, type Variable, variable, withDefault } from "./Variable.ts";
import { workersVariable } from "./workersVariable.ts";

const environments = ["production", "development", "test"];

/** Whether the service runs in production. */
export const nodeEnv: Variable<boolean> = {
  name: "NODE_ENV",
  example: "production",
  parse: withDefault(false, (text) =>
    environments.includes(text)
      ? Either.right(text === "production")
      : Either.left(`must be production, development or test${didYouMean(text, environments)}`)
  )
};

const externalBaseUrl = (production: boolean): Variable<string | null> => ({
  name: "EXTERNAL_BASE_URL",
  example: production ? "https://tidemark.example.com" : "http://127.0.0.1:8080",
  parse: (text) => {
    if (text !== undefined) return parseBaseUrl(production)(text);
    return production
      ? Either.left("is missing: production requires the https URL of the service")
      : Either.right(null);
  }
});

const oauthSigningKey = (
  production: boolean,
  keys: SigningKeyReader
): Variable<Arr.NonEmptyReadonlyArray<SigningKey> | null> => ({
  name: "OAUTH_SIGNING_KEY",
  example: "z42t…",
  parse: (text) => {
    if (text !== undefined) return keys.parse(text);
    return production
      ? Either.left(
          "is missing: production requires a P-256 private key (generate one with npx tidemark keys generate)"
        )
      : Either.right(null);
  }
});

const auditSigningKey = (
  production: boolean,
  keys: SigningKeyReader
): Variable<Arr.NonEmptyReadonlyArray<AuditKey> | null> => ({
  name: "AUDIT_SIGNING_KEY",
  example: "z3u2…",
  parse: (text) => {
    if (text !== undefined) return keys.audit.parse(text);
    return production
      ? Either.left(
          "is missing: production requires an Ed25519 private key, which signs checkpoints of the event log (generate one with npx tidemark keys generate --audit)"
        )
      : Either.right(null);
  }
});

const anyText = (text: string): Either.Either<string, string> => Either.right(text);

/** All other variables, by the member of the configuration that they set. */
export const variables = (production: boolean, keys: SigningKeyReader) => ({
  baseUrl: externalBaseUrl(production),
  previousBaseUrl: variable("EXTERNAL_BASE_URL_BEFORE", "https://before.example.com", optional(parseHttpsOrigin)),
  signingKeys: oauthSigningKey(production, keys),
  auditKeys: auditSigningKey(production, keys),
  secrets: variable("SECRET_KEY_BASE", "$(openssl rand -base64 48)", optional(parseSecrets)),
  retiredKeys: variable("RETIRED_KEYS", "Wm1rX2V4YW1wbGU", withDefault([], parseKeyIds)),
  host: variable("HOST", "127.0.0.1", withDefault("127.0.0.1", parseHost)),
  port: variable("PORT", "8080", withDefault(8080, parseInteger(0, 65_535))),
  workers: workersVariable,
  shutdownDelaySeconds: variable("SHUTDOWN_DELAY_SECONDS", "10", withDefault(0, parseInteger(0, 300))),
  trustedProxies: variable("TRUST_PROXY", "1", withDefault<number | ReadonlyArray<string>>(0, parseProxies)),
  requireDpopNonce: variable("REQUIRE_DPOP_NONCE", "true", withDefault(false, parseSwitch)),
  databaseUrl: variable(
    "DATABASE_URL",
    "postgres://tidemark:password@db.example.com/tidemark",
    optional(parseDatabaseUrl)
  ),
  databaseReadUrls: variable(
    "DATABASE_READ_URL",
    "postgres://tidemark:password@replica.example.com/tidemark",
    withDefault([], parseDatabaseUrls)
  ),
  followDatabaseClock: variable("FOLLOW_DATABASE_CLOCK", "false", withDefault(true, parseSwitch)),
  dataDir: variable("DATA_DIR", "./data", withDefault("./data", parseFolder)),
  walArchive: variable(
    "WAL_ARCHIVE",
    "/mnt/backups/wal",
    optional((text) => Either.right(text))
  ),
  adminDids: variable("ADMIN_DIDS", "did:plc:ewvi7nxzyoun6zhxrhs64oiz", withDefault([], parseDids)),
  plcDirectoryUrl: variable(
    "PLC_DIRECTORY_URL",
    "https://plc.directory",
    withDefault("https://plc.directory", parseServerUrl(production))
  ),
  handleResolverUrl: variable(
    "HANDLE_RESOLVER_URL",
    "https://resolver.example.com",
    optional(parseServerUrl(production))
  ),
  lexiconDir: variable("LEXICON_DIR", "./lexicons", optional(anyText)),
  indexedFields: variable(
    "INDEXED_FIELDS",
    "xyz.statusphere.status:status,xyz.statusphere.status:createdAt:desc",
    withDefault([], parseIndexedFields)
  ),
  persistedDocuments: variable("PERSISTED_DOCUMENTS", "./persisted-documents.json", optional(anyText)),
  persistedDocumentsOnly: variable("PERSISTED_DOCUMENTS_ONLY", "true", withDefault(false, parseSwitch)),
  blobLimit: variable("BLOB_LIMIT", "52428800", withDefault(52_428_800, parseInteger(1_000, 999_999_999))),
  backfill: variable("BACKFILL", "false", withDefault(true, parseSwitch)),
  backfillConcurrency: variable("BACKFILL_CONCURRENCY", "2", withDefault(2, parseInteger(1, 16))),
  backfillMaxBytes: variable(
    "BACKFILL_MAX_BYTES",
    "536870912",
    withDefault(536_870_912, parseInteger(1_000_000, 999_999_999))
  ),
  clientRegistration: variable("CLIENT_REGISTRATION", "closed", withDefault("open", parseRegistration)),
  publicBearerClients: variable("PUBLIC_BEARER_CLIENTS", "read", withDefault<PublicBearer>("off", parsePublicBearer)),
  clientRegistrationToken: variable(
    "CLIENT_REGISTRATION_TOKEN",
    "$(openssl rand -base64 48)",
    optional(parseBearerToken)
  )
});
