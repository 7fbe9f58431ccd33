import type { Execute, RequestOptions } from "../graphql/Execute.ts";
import type { Requests } from "../graphql/Requests.ts";

export interface ClientOptions {
  /** The address of the instance, as it calls itself: `https://records.example.com`. */
  readonly server: string;
  /** As the app is registered there, or the address of its metadata document. */
  readonly clientId: string;
  /** Where people come back to; this page without query and fragment unless given. Must be registered. */
  readonly redirectUri?: string;
  /** All that the client is registered for, unless given. */
  readonly scope?: string;
  /** Whether requests are pushed before the person leaves (RFC 9126), so that mistakes show here; a client that is an address always does. */
  readonly pushed?: boolean;
}

/** Who is logged in. */
export interface User {
  readonly did: string;
}

/** An app in a browser, logged in or not. One login per client id and server, shared by all tabs. */
export interface Client extends Requests {
  /** Leaves this page for the person's own server. Without a handle the instance asks for it. */
  readonly loginWithRedirect: (options?: { readonly handle?: string }) => Promise<void>;
  /** Takes up the login that this page was opened with; null where it was opened with none. Removes it from the address. */
  readonly handleRedirectCallback: () => Promise<User | null>;
  /** Whether somebody is logged in here, as far as this browser knows: a login that ended elsewhere shows on the next request. */
  readonly isAuthenticated: () => boolean;
  readonly getUser: () => User | null;
  /** Calls back whenever another person, or nobody, is logged in: here, or by another tab. Gives what ends it. */
  readonly onChange: (listener: (user: User | null) => void) => () => void;
  /** Forgets the login here at once, and ends it at the server and the PDS; `revoked` is whether the server took note. */
  readonly logout: () => Promise<{ readonly revoked: boolean }>;
  /** Asks as nobody, whoever is logged in. */
  readonly publicQuery: Execute<RequestOptions>;
}
