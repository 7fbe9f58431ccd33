import type { User } from "../browser/Client.ts";
import type { Execute, RequestOptions } from "../graphql/Execute.ts";
import type { Requests } from "../graphql/Requests.ts";
import type { ClientKey } from "../oauth/keyCredentials.ts";
import type { SecretMethod } from "../oauth/secretCredentials.ts";
import type { Store } from "./Store.ts";

export interface ServerClientOptions {
  /** The address of the instance, as it calls itself. */
  readonly server: string;
  /** A confidential client, as it is registered there. */
  readonly clientId: string;
  /** Its secret; or `privateKey`. */
  readonly clientSecret?: string;
  /** How the secret is presented; `client_secret_basic` unless the client is registered otherwise. */
  readonly secretMethod?: SecretMethod;
  /** Its P-256 key (`private_key_jwt`): a private JWK, or a key that WebCrypto holds. */
  readonly privateKey?: JsonWebKey | ClientKey;
  /** Where people come back to. Must be registered. */
  readonly redirectUri: string;
  /** All that the client is registered for, unless given. */
  readonly scope?: string;
  /** Whether requests are pushed before the person is sent away (RFC 9126); a client that is an address always does. */
  readonly pushed?: boolean;
  /** In memory unless given. */
  readonly store?: Store;
}

/** One person, for a server that acts for many. */
export interface PersonClient extends Requests {
  readonly getUser: () => User;
  readonly isAuthenticated: () => Promise<boolean>;
  /** Forgets the login here, and ends it at the server and the PDS; `revoked` is whether the server took note. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
}

/** A confidential client: an app with a server of its own, or a script. */
export interface ServerClient {
  /** Where to send the person. Keep `state` with their browser (a cookie that scripts cannot read) until they come back. */
  readonly beginLogin: (options?: {
    readonly handle?: string;
  }) => Promise<{ readonly url: string; readonly state: string }>;
  /** Takes the address that the person came back to, and the `state` kept with their browser; says who is logged in. */
  readonly completeLogin: (url: string, state: string | null | undefined) => Promise<User>;
  /** Acts for somebody who logged in before. */
  readonly as: (did: string) => PersonClient;
  /** Asks as nobody. */
  readonly publicQuery: Execute<RequestOptions>;
}
