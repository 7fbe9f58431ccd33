/*! Tidemark SDK 0.20.0 | MIT */
/** A document with types for its variables and result: `TypedDocumentNode`, or the `TypedDocumentString` of GraphQL Code Generator. */
declare type TypedDocument<Result, Variables> = (DocumentNodeLike | TextLike) & {
    readonly __apiType?: (variables: Variables) => Result;
};
/** The part of the syntax tree of the `graphql` package that the SDK uses. */
declare interface DocumentNodeLike {
    readonly kind: "Document";
    readonly definitions: ReadonlyArray<object>;
}
declare interface TextLike {
    toString(): string;
    readonly length: number;
}
/** A document that can be sent: a text, or a document with types. */
declare type AnyDocument = string | DocumentNodeLike | TextLike;
declare interface RequestOptions {
    /** Aborts the request. */
    readonly signal?: AbortSignal;
    /** Called with the cursor of the result: a subscription whose `after` it is continues exactly there. */
    readonly onCursor?: (cursor: string) => void;
}
declare interface MutationOptions extends RequestOptions {
    /** Identifies the mutation, so that it is performed once; by default, a new key for each call. Pass the same key again to repeat a mutation whose outcome is unknown. */
    readonly idempotencyKey?: string;
}
/** The variables of a document that needs none. */
declare type NoVariables = Record<never, never>;
/** The variables of a document without types. */
declare type AnyVariables = Readonly<Record<string, unknown>>;
/** Sends a document and returns its `data`, typed if the document is. Throws a `TidemarkError` if the response has `errors`. */
declare interface Execute<Options> {
    <Result = unknown>(document: string, variables?: AnyVariables | undefined, options?: Options): Promise<Result>;
    <Result>(document: TypedDocument<Result, NoVariables>, variables?: undefined, options?: Options): Promise<Result>;
    <Result, Variables>(document: TypedDocument<Result, Variables>, variables: NoInfer<Variables>, options?: Options): Promise<Result>;
}
/** The reason for a failure, as a code. The message of the error explains it to a developer and says what to do. */
declare type Reason = 
/** An option of `createClient`, or an argument, is invalid. */
"configuration"
/** The page is not served over HTTPS (or from localhost), so the browser provides no cryptography. */
 | "insecure_context"
/** The browser stores nothing for this page: a private window, blocked storage, or a full disk. */
 | "storage_unavailable"
/** There was no response: offline, no such server, or the request was blocked. */
 | "unreachable"
/** The server is temporarily unavailable (5xx), or there were too many requests; see `retryAfter`. */
 | "unavailable"
/** The response is not that of a Tidemark instance. */
 | "bad_answer"
/** The page was opened with the response to a different login than the one that was started: possibly a forgery. */
 | "state_mismatch"
/** The page was opened with the response to a login that was not started in this tab. */
 | "login_missing"
/** The user, their PDS or the server declined the login; `code` is the OAuth error. */
 | "login_refused"
/** The server does not accept the client or its request; `code` is the OAuth error. */
 | "client_refused"
/** No user is logged in. */
 | "not_logged_in"
/** The login has ended: it was revoked, expired, or ended at the PDS. */
 | "login_expired"
/** The response to a GraphQL request has `errors`; `code` is the code of the first. */
 | "graphql"
/** An unexpected error: an argument of the wrong type, or a browser older than documented; see `cause`. */
 | "unexpected";
/** An entry of the `errors` of a GraphQL response. */
declare interface GraphqlError {
    readonly message: string;
    readonly path?: ReadonlyArray<string | number>;
    readonly extensions?: {
        readonly [name: string]: unknown;
        readonly code?: string;
    };
}
declare interface ErrorDetails {
    readonly code?: string | undefined;
    readonly errors?: ReadonlyArray<GraphqlError>;
    readonly data?: unknown;
    readonly retryAfter?: number | undefined;
    readonly endReason?: string | undefined;
    readonly endMessage?: string | undefined;
    readonly cause?: unknown;
}
/** The error that this package throws. The only exception is the reason of an aborted `signal`. */
declare class TidemarkError extends Error {
    readonly reason: Reason;
    /** The error code of the server: the OAuth error, or the code of the first GraphQL error. */
    readonly code: string | undefined;
    /** The errors of a GraphQL response. */
    readonly errors: ReadonlyArray<GraphqlError>;
    /** The data of a GraphQL response that also has errors. */
    readonly data: unknown;
    /** The number of seconds to wait before another attempt. */
    readonly retryAfter: number | undefined;
    /** Why a login ended, such as `revoked-by-admin`, if the server provides it. */
    readonly endReason: string | undefined;
    /** The same as a sentence for the user, in English. */
    readonly endMessage: string | undefined;
    constructor(reason: Reason, message: string, { cause, ...details }?: ErrorDetails);
}
/**
 * Why a subscription ended: the server completed it, the user logged out or the login ended (here or in another tab), or
 * it failed, which `onError` reports first.
 */
declare type SubscriptionEnd = "completed" | "logged_out" | "failed";
/** Whether events arrive, or the connection is being established, for the first time or again. */
declare type SubscriptionStatus = "connecting" | "live";
declare interface SubscriptionOptions<Data> {
    /** Called for each event. A subscription whose `after` is `cursor` continues after the event. */
    readonly onData: (data: Data, event: {
        readonly cursor: string;
    }) => void;
    /**
     * Called if the subscription fails, before `onEnd`, and for each event with errors, after which the subscription
     * continues. The codes `CURSOR_TOO_OLD`, `CURSOR_AHEAD` and `BAD_CURSOR` mean that events are missing: query again.
     */
    readonly onError: (error: TidemarkError) => void;
    /** Called once when the subscription ends, unless the app ended it. */
    readonly onEnd?: ((reason: SubscriptionEnd) => void) | undefined;
    /** Called when the connection is established or lost. A lost one is established again without a gap. */
    readonly onStatus?: ((status: SubscriptionStatus) => void) | undefined;
    /** Ends the subscription. */
    readonly signal?: AbortSignal | undefined;
}
/**
 * Starts a subscription and returns the function that ends it. The document declares `$after: String` and passes it as
 * `after: $after`: with this variable, the subscription continues after a cursor, and after every lost connection.
 */
declare interface Subscribe {
    <Data = unknown>(document: string, variables: AnyVariables | undefined, options: SubscriptionOptions<Data>): () => void;
    <Data>(document: TypedDocument<Data, NoVariables>, variables: undefined, options: SubscriptionOptions<NoInfer<Data>>): () => void;
    <Data, Variables>(document: TypedDocument<Data, Variables>, variables: NoInfer<Variables>, options: SubscriptionOptions<NoInfer<Data>>): () => void;
}
/** The requests of a logged-in user. */
declare interface Requests {
    readonly query: Execute<RequestOptions>;
    readonly mutate: Execute<MutationOptions>;
    readonly subscribe: Subscribe;
    readonly uploadBlob: (file: Blob, options?: RequestOptions) => Promise<BlobReference>;
}
/** A reference to a blob in a record: `BlobInput` of the schema. */
declare interface BlobReference {
    readonly ref: string;
    readonly mimeType: string;
    readonly size: number;
}
declare interface ClientOptions {
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
declare interface User {
    readonly did: string;
}
/** The client of an app in a browser. There is one login per client ID and server, shared by all tabs. */
declare interface Client extends Requests {
    /** Leaves this page for the user's own server. Without a handle, the instance asks for it. */
    readonly loginWithRedirect: (options?: {
        readonly handle?: string;
    }) => Promise<void>;
    /** Completes the login that this page was opened with and removes its parameters from the URL; null if there is none. */
    readonly handleRedirectCallback: () => Promise<User | null>;
    /** Whether a user is logged in, as far as this browser knows. A login that ended elsewhere is noticed on the next request. */
    readonly isAuthenticated: () => boolean;
    /** Returns the logged-in user, or null. */
    readonly getUser: () => User | null;
    /** Calls `listener` when another user logs in, or the user logs out, here or in another tab. Returns the function that ends this. */
    readonly onChange: (listener: (user: User | null) => void) => () => void;
    /** Deletes the login here immediately, and revokes it at the server and the PDS; `revoked` is whether the server confirmed that. */
    readonly logout: () => Promise<{
        readonly revoked: boolean;
    }>;
    /** Sends a query without credentials, even if a user is logged in. */
    readonly publicQuery: Execute<RequestOptions>;
    /** Subscribes without credentials, even if a user is logged in. The subscription continues after a logout. */
    readonly publicSubscribe: Subscribe;
}
declare interface TestServiceOptions {
    /** A folder with Lexicons, or the documents themselves; by default, the Lexicons of a new instance. */
    readonly lexicons?: string | URL | ReadonlyArray<object>;
}
/** An app to register. */
declare interface TestClient {
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
declare interface TestPerson extends Client {
    readonly did: string;
    readonly handle: string;
}
/** A complete instance in this process, with a PDS of its own. It stores nothing and contacts no other host. */
declare interface TestService {
    /** The URL of the instance, for `createClient({ server })`. */
    readonly url: string;
    /** Logs a user in, and creates the account if it does not exist. The same handle has the same DID in every run. */
    readonly signIn: (handle: string, options?: {
        readonly scope?: string;
    }) => Promise<TestPerson>;
    readonly publicQuery: Execute<RequestOptions>;
    readonly publicSubscribe: Subscribe;
    /** Registers an app, to test its login. */
    readonly register: (client: TestClient) => Promise<{
        readonly clientId: string;
        readonly clientSecret: string | null;
    }>;
    /** Approves a login as the user would in the browser. Takes the authorization URL and returns the URL that the user returns to. */
    readonly approve: (authorizeUrl: string | URL, handle: string) => Promise<string>;
    /** Denies a login, otherwise like `approve`. */
    readonly deny: (authorizeUrl: string | URL, handle: string) => Promise<string>;
    /** Ends all sessions at the PDS: the next mutation of any user fails with `login_expired`. */
    readonly endSessions: () => Promise<void>;
    readonly stop: () => Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
}
/**
 * Starts an instance in this process, on a free port: a GraphQL API, an OAuth server, and a PDS, all in memory. Requires
 * Node.js 22.10; on an older version it fails before it loads code that the version cannot run.
 */
declare const startTestService: (options?: TestServiceOptions) => Promise<TestService>;
export { startTestService, type TestClient, type TestPerson, type TestService, type TestServiceOptions };
