import type { User } from "../browser/Client.ts";
import type { Execute, RequestOptions } from "../graphql/Execute.ts";
import type { Requests } from "../graphql/Requests.ts";
import type { ClientKey } from "../oauth/keyCredentials.ts";
import type { SecretMethod } from "../oauth/secretCredentials.ts";
import type { Subscribe } from "../subscription/Subscribe.ts";
import type { WebSocketClass } from "./processEnvironment.ts";
import type { Store } from "./Store.ts";

export interface ServerClientOptions {
  /** The public URL of the instance, exactly as configured there. */
  readonly server: string;
  /** The ID under which the confidential client is registered there. */
  readonly clientId: string;
  /** The client secret. Set either this or `privateKey`. */
  readonly clientSecret?: string;
  /** How the secret is sent, as the client is registered; by default, `client_secret_basic`. */
  readonly secretMethod?: SecretMethod;
  /** The P-256 key of the client (`private_key_jwt`): a private JWK, or a WebCrypto key. */
  readonly privateKey?: JsonWebKey | ClientKey;
  /** Where users return after login. Must be registered. */
  readonly redirectUri: string;
  /** The scope to request; by default, everything that the client is registered for. */
  readonly scope?: string;
  /** Whether authorization requests are pushed (RFC 9126). Always true for a client whose ID is a URL. */
  readonly pushed?: boolean;
  /** The WebSocket to subscribe with; by default, that of the runtime. Node.js 20 has none: pass that of the package `ws`. */
  readonly WebSocket?: WebSocketClass;
  /** Where logins are stored; by default, in memory. */
  readonly store?: Store;
}

/** The client for one user of a server that acts for many. */
export interface PersonClient extends Requests {
  readonly getUser: () => User;
  readonly isAuthenticated: () => Promise<boolean>;
  /** Deletes the login here, and revokes it at the server and the PDS; `revoked` is whether the server confirmed that. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
}

/** A confidential client: an app with a server of its own, or a script. */
export interface ServerClient {
  /** Starts a login and returns the URL to redirect the user to. Store `state` in the user's browser (an HttpOnly cookie) until the user returns. */
  readonly beginLogin: (options?: {
    readonly handle?: string;
  }) => Promise<{ readonly url: string; readonly state: string }>;
  /** Completes a login with the URL that the user returned to and the `state` stored in their browser. Returns the user. */
  readonly completeLogin: (url: string, state: string | null | undefined) => Promise<User>;
  /** Returns the client for a user who has logged in. */
  readonly as: (did: string) => PersonClient;
  /** Sends a query without credentials. */
  readonly publicQuery: Execute<RequestOptions>;
  /** Subscribes without credentials. */
  readonly publicSubscribe: Subscribe;
}
