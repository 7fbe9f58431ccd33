import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as LogLevel from "effect/LogLevel";
import type * as Redacted from "effect/Redacted";
import type { Did } from "../../domain/atproto/Did.ts";
import type { PublicBearer } from "../../domain/client/authentication/PublicBearer.ts";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import type { IndexedField } from "../../domain/record/index/IndexedField.ts";
import type { QueryLimits } from "./variables/QueryLimits.ts";
import type { RateLimitSettings } from "./variables/rateLimits.ts";

/** What the operator decided: the environment, checked and typed. Paths are absolute, URLs without a trailing slash. */
export interface Configuration {
  /** False in development, where keys may be generated and http is allowed. */
  readonly production: boolean;
  /** The address under which browsers and apps reach the service: an origin. Issuer and audience of its tokens. */
  readonly baseUrl: string;
  /** The address before this one, that the operator gives up with all sessions that hang on it; null for none. */
  readonly previousBaseUrl: string | null;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The proxies that are trusted to append to `X-Forwarded-For`: so many in front, or those in these networks. */
  readonly trustedProxies: number | ReadonlyArray<string>;
  /** Requests a minute to the endpoints that guess or cost; null for any number. */
  readonly rateLimits: RateLimitSettings;
  /** Whether DPoP proofs must hold a nonce of the service. */
  readonly requireDpopNonce: boolean;
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: Redacted.Redacted | null;
  readonly dataDir: string;
  /** The first signs, all are published. */
  readonly signingKeys: NonEmptyReadonlyArray<SigningKey>;
  /** The first seals, the others only open. Signing keys open, too: they sealed before there was a SECRET_KEY_BASE. */
  readonly secrets: NonEmptyReadonlyArray<Redacted.Redacted>;
  /** The ids of keys that are gone for good, with the sessions that need them. */
  readonly retiredKeys: ReadonlyArray<string>;
  /** How the service shows itself to PDSes: by a metadata document under https, else as a loopback client. */
  readonly upstreamClient: "confidential" | "loopback";
  readonly adminDids: ReadonlyArray<Did>;
  readonly plcDirectoryUrl: string;
  /** A service that answers `com.atproto.identity.resolveHandle`, asked instead of DNS and HTTPS; null for those. */
  readonly handleResolverUrl: string | null;
  /** Lexicons to load on a first start; null for those that come with the service. */
  readonly lexiconDir: string | null;
  /** Fields of records that are indexed besides those that always are. */
  readonly indexedFields: ReadonlyArray<IndexedField>;
  readonly queryLimits: QueryLimits;
  /** The most bytes that a blob may have. */
  readonly blobLimit: number;
  /** Whether the repositories of those who sign in are indexed. */
  readonly backfill: boolean;
  /** Repositories that this process fetches at once. */
  readonly backfillConcurrency: number;
  /** The most bytes that a repository may have. */
  readonly backfillMaxBytes: number;
  /** A manifest or a folder of GraphQL documents that are known from the start; null for none. */
  readonly persistedDocuments: string | null;
  /** Whether no other documents are answered. */
  readonly persistedDocumentsOnly: boolean;
  /** Whether clients may register themselves. */
  readonly clientRegistration: "open" | "closed";
  /** What public clients without DPoP may do. */
  readonly publicBearerClients: PublicBearer;
  /** What a client must present to register itself; null for nothing. */
  readonly clientRegistrationToken: Redacted.Redacted | null;
  readonly logLevel: LogLevel.LogLevel;
}
