import type { Execute, RequestOptions } from "../graphql/Execute.ts";
import type { Requests } from "../graphql/Requests.ts";
import type { Subscribe } from "../subscription/Subscribe.ts";

export interface ClientOptions {
  /** The public URL of the instance, exactly as configured there: `https://records.example.com`. */
  readonly server: string;
  /** The ID under which the app is registered there, or the URL of its metadata document. */
  readonly clientId: string;
  /** Where users return after login; by default, this page without query and fragment. Must be registered. */
  readonly redirectUri?: string;
  /** The scope to request; by default, everything that the client is registered for. */
  readonly scope?: string;
  /** Whether authorization requests are pushed (RFC 9126), so that errors show before the page is left. Always true for a client whose ID is a URL. */
  readonly pushed?: boolean;
}

/** A logged-in user. */
export interface User {
  readonly did: string;
}

/** The client of an app in a browser. There is one login per client ID and server, shared by all tabs. */
export interface Client extends Requests {
  /** Leaves this page for the user's own server. Without a handle, the instance asks for it. */
  readonly loginWithRedirect: (options?: { readonly handle?: string }) => Promise<void>;
  /** Completes the login that this page was opened with and removes its parameters from the URL; null if there is none. */
  readonly handleRedirectCallback: () => Promise<User | null>;
  /** Whether a user is logged in, as far as this browser knows. A login that ended elsewhere is noticed on the next request. */
  readonly isAuthenticated: () => boolean;
  /** Returns the logged-in user, or null. */
  readonly getUser: () => User | null;
  /** Calls `listener` when another user logs in, or the user logs out, here or in another tab. Returns the function that ends this. */
  readonly onChange: (listener: (user: User | null) => void) => () => void;
  /** Deletes the login here immediately, and revokes it at the server and the PDS; `revoked` is whether the server confirmed that. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
  /** Sends a query without credentials, even if a user is logged in. */
  readonly publicQuery: Execute<RequestOptions>;
  /** Subscribes without credentials, even if a user is logged in. The subscription continues after a logout. */
  readonly publicSubscribe: Subscribe;
}
