import type { Client } from "../src/browser/Client.ts";
import type { Execute, RequestOptions } from "../src/graphql/Execute.ts";
import type { Subscribe } from "../src/subscription/Subscribe.ts";

export interface TestServiceOptions {
  /** A folder with Lexicons, or the documents themselves; by default, the Lexicons of a new instance. */
  readonly lexicons?: string | URL | ReadonlyArray<object>;
}

/** An app to register. */
export interface TestClient {
  /** The type of the client; by default, public. */
  readonly type?: "public" | "confidential";
  readonly redirectUris: ReadonlyArray<string>;
  /** The scope to register; by default, `atproto transition:generic`. */
  readonly scope?: string;
}

/**
 * A logged-in user with the methods of a client in a browser. Pass it to the code under test, or to
 * `<TidemarkProvider client={alice}>`.
 */
export interface TestPerson extends Client {
  readonly did: string;
  readonly handle: string;
}

/** A complete instance in this process, with a PDS of its own. It stores nothing and contacts no other host. */
export interface TestService {
  /** The URL of the instance, for `createClient({ server })`. */
  readonly url: string;
  /** Logs a user in, and creates the account if it does not exist. The same handle has the same DID in every run. */
  readonly signIn: (handle: string, options?: { readonly scope?: string }) => Promise<TestPerson>;
  readonly publicQuery: Execute<RequestOptions>;
  readonly publicSubscribe: Subscribe;
  /** Registers an app, to test its login. */
  readonly register: (
    client: TestClient
  ) => Promise<{ readonly clientId: string; readonly clientSecret: string | null }>;
  /** Approves a login as the user would in the browser. Takes the authorization URL and returns the URL that the user returns to. */
  readonly approve: (authorizeUrl: string | URL, handle: string) => Promise<string>;
  /** Denies a login, otherwise like `approve`. */
  readonly deny: (authorizeUrl: string | URL, handle: string) => Promise<string>;
  /** Ends all sessions at the PDS: the next mutation of any user fails with `login_expired`. */
  readonly endSessions: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
