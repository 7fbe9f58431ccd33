import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { AuthorizationResponse } from "./AuthorizationResponse.ts";
import type { UpstreamServer } from "./UpstreamServer.ts";

/** The private half of a DPoP key as the JSON text of a JWK, and its thumbprint. One per session, never shared. */
export interface DpopKey {
  readonly jwk: Redacted.Redacted<string>;
  readonly jkt: string;
}

/** The tokens that a PDS returns for a code or a refresh token. `expiresAt` is in Unix milliseconds. */
export interface UpstreamTokens {
  readonly accessToken: Redacted.Redacted<string>;
  readonly refreshToken: Redacted.Redacted<string> | null;
  readonly sub: string;
  readonly scope: string;
  readonly expiresAt: number;
}

/**
 * A call to the authorization server of a PDS failed. `refused` and `invalid-grant` are its response; `issuer-mismatch`
 * is a redirect from another server; `client-key-retired` means that the service no longer has the key that the PDS
 * bound the session to, and nothing was sent. After a `timeout` or a lost connection it is unknown whether the server
 * acted. `error` is its OAuth error code; its description is not repeated.
 */
export class UpstreamFailure extends Schema.TaggedError<UpstreamFailure>()("UpstreamFailure", {
  reason: Schema.Literal(
    "address-refused",
    "unreachable",
    "timeout",
    "server-error",
    "rate-limited",
    "client-refused",
    "client-key-retired",
    "invalid-grant",
    "refused",
    "issuer-mismatch",
    "metadata-invalid",
    "malformed"
  ),
  error: Schema.NullOr(Schema.String)
}) {}

/** The verified parameters of the redirect from the PDS. */
export type UpstreamReturn =
  | { readonly _tag: "Approved"; readonly code: Redacted.Redacted<string> }
  | { readonly _tag: "Denied"; readonly error: string };

/**
 * The key that authenticates the service; the first one by default. A PDS requires the key of the login for the whole
 * session.
 */
interface ClientProof {
  readonly clientKey?: string | null;
}

/** The service as an OAuth client of PDSes, step by step (AT Protocol OAuth; RFC 9126, 7636, 9449, 9207). */
export class UpstreamAuthorization extends Context.Tag("domain/UpstreamAuthorization")<
  UpstreamAuthorization,
  {
    /** Returns the authorization server of a PDS after checking both metadata documents. */
    readonly discover: (pds: string) => Effect.Effect<UpstreamServer, UpstreamFailure>;
    /** Returns the authorization server for a server named by a user, which may be a PDS or an authorization server. */
    readonly discoverNamed: (server: string) => Effect.Effect<UpstreamServer, UpstreamFailure>;
    readonly generateKey: Effect.Effect<DpopKey>;
    /** Pushes a request with PKCE and DPoP, and returns the URL to send the browser to. */
    readonly pushRequest: (request: {
      readonly server: UpstreamServer;
      readonly key: DpopKey;
      readonly state: string;
      readonly codeVerifier: Redacted.Redacted<string>;
      readonly scope: string;
      readonly loginHint: string | null;
    }) => Effect.Effect<URL, UpstreamFailure>;
    /** Checks `iss` and `state` of the response (RFC 9207): `issuer-mismatch` if they are not the server's. */
    readonly readAuthorizationResponse: (
      server: UpstreamServer,
      parameters: AuthorizationResponse,
      state: string
    ) => Effect.Effect<UpstreamReturn, UpstreamFailure>;
    readonly exchangeCode: (
      request: ClientProof & {
        readonly server: UpstreamServer;
        readonly key: DpopKey;
        readonly code: Redacted.Redacted<string>;
        readonly state: string;
        readonly parameters: AuthorizationResponse;
        readonly codeVerifier: Redacted.Redacted<string>;
      }
    ) => Effect.Effect<UpstreamTokens, UpstreamFailure>;
    readonly refresh: (
      request: ClientProof & {
        readonly server: UpstreamServer;
        readonly key: DpopKey;
        readonly refreshToken: Redacted.Redacted<string>;
      }
    ) => Effect.Effect<UpstreamTokens, UpstreamFailure>;
    readonly revoke: (
      request: ClientProof & {
        readonly server: UpstreamServer;
        readonly key: DpopKey;
        readonly token: Redacted.Redacted<string>;
      }
    ) => Effect.Effect<void, UpstreamFailure>;
    /** The metadata document at the `client_id` of the service, and the public keys of its assertions. */
    readonly clientMetadata: Readonly<Record<string, unknown>>;
    /** The id of the key that signs for new logins; null for a public client. */
    readonly clientKey: string | null;
    /** The maximum scope that the service requests from PDSes. */
    readonly scope: string;
  }
>() {}
