import type { Client } from "../src/browser/Client.ts";
import type { Execute, RequestOptions } from "../src/graphql/Execute.ts";

export interface TestServiceOptions {
  /** A folder with Lexicons, or the documents themselves; those of a new instance unless given. */
  readonly lexicons?: string | URL | ReadonlyArray<object>;
}

/** An app to register. */
export interface TestClient {
  /** Public unless said. */
  readonly type?: "public" | "confidential";
  readonly redirectUris: ReadonlyArray<string>;
  /** `atproto transition:generic` unless said. */
  readonly scope?: string;
}

/**
 * Somebody who is logged in, with the methods of a client in a browser: give it to the code that is tested, or to
 * `<TidemarkProvider client={alice}>`.
 */
export interface TestPerson extends Client {
  readonly did: string;
  readonly handle: string;
}

/** A whole instance in this process, with a PDS of its own; nothing is kept, and nothing goes to the network. */
export interface TestService {
  /** Its address, for `createClient({ server })`. */
  readonly url: string;
  /** Logs somebody in, and makes the account first where there is none. The same handle has the same DID in every run. */
  readonly signIn: (handle: string, options?: { readonly scope?: string }) => Promise<TestPerson>;
  readonly publicQuery: Execute<RequestOptions>;
  /** Registers an app, to test its own login. */
  readonly register: (
    client: TestClient
  ) => Promise<{ readonly clientId: string; readonly clientSecret: string | null }>;
  /** What somebody does in the browser at the address of a login: gives the address where they come back. */
  readonly approve: (authorizeUrl: string | URL, handle: string) => Promise<string>;
  readonly deny: (authorizeUrl: string | URL, handle: string) => Promise<string>;
  /** Ends everybody's session at the PDS: the next mutation fails with `login_expired`. */
  readonly endSessions: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
