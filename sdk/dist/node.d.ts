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
/** A response of the server. */
declare interface ParsedResponse {
    readonly status: number;
    /** The JSON object in the body; empty if there is none. */
    readonly body: Readonly<Record<string, unknown>>;
    /** Whether the server refused the credentials (`WWW-Authenticate`). */
    readonly isChallenged: boolean;
    /** The OAuth error in the body or in the challenge. */
    readonly error: string | undefined;
    /** The delay before another attempt, in seconds. */
    readonly retryAfter: number | undefined;
}
/** The features of the runtime that the SDK uses; tests replace them. */
declare interface Platform {
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    readonly wait: (milliseconds: number) => Promise<void>;
}
/** The platform of browsers and Node.js. */
declare const platform: Platform;
declare type LoginMethod = "loginWithRedirect" | "beginLogin";
/** A connection to an instance, with its clock and the nonce for the next proof. */
declare interface Connection {
    /** The URL of the instance, without a trailing slash. */
    readonly server: string;
    readonly platform: Platform;
    /** The method with which an app starts a login, for messages. */
    readonly loginMethod: LoginMethod;
    /** The time of the server, in seconds since 1970. */
    readonly seconds: () => number;
    /** How far the server's clock is ahead, in milliseconds. */
    readonly ahead: () => number;
    readonly nonce: () => string | undefined;
    readonly send: (path: string, request: Sending) => Promise<ParsedResponse>;
}
/** A request, with the time limit for the whole response in milliseconds. */
declare interface Sending extends RequestInit {
    readonly timeout?: number;
}
/** Normalizes the URL of a server: only http and https, without trailing slashes. */
declare const serverAddress: (server: string) => string;
declare const connect: (server: string, platform: Platform, loginMethod?: LoginMethod) => Connection;
/** Sends queries without credentials over an existing connection. */
declare const queriesWithoutLogin: (connection: Connection) => Execute<RequestOptions>;
/** Queries an instance without credentials, for pages without a login: `publicQuery("https://…")(document, variables)`. */
declare const publicQuery: (server: string) => Execute<RequestOptions>;
declare type Headers = Readonly<Record<string, string>>;
/** The credentials of a client, created for each request that is sent. */
declare interface Credentials {
    /** For the OAuth endpoints: the form parameters to add, and the headers. */
    readonly atServer: (url: string) => Promise<{
        readonly form: Headers;
        readonly headers: Headers;
    }>;
    /** For the endpoints that accept the access token: the headers. `method` is POST by default. */
    readonly atResource: (url: string, accessToken: string, method?: "GET" | "POST") => Promise<Headers>;
}
/** The private P-256 key of a confidential client, and the `kid` under which it is published. */
declare interface ClientKey {
    readonly privateKey: CryptoKey;
    readonly kid?: string;
}
/** The credentials of a confidential client with a key (`private_key_jwt`, RFC 7523 section 2.2). Its tokens are bearer tokens. */
declare const keyCredentials: (connection: Connection, clientId: string, key: () => Promise<ClientKey>) => Credentials;
/** How a client sends its secret to the token endpoint, as it is registered. */
declare type SecretMethod = "client_secret_basic" | "client_secret_post";
/** The credentials of a confidential client with a secret. Its tokens are bearer tokens. */
declare const secretCredentials: (clientId: string, secret: string, method: SecretMethod) => Credentials;
/**
 * What subscriptions read of events. These are methods, whose parameters TypeScript compares both ways, so that the
 * handlers of every implementation match them, such as those of the package `ws`.
 */
declare interface Handlers {
    open(event: object): void;
    message(event: {
        readonly data: unknown;
    }): void;
    close(event: {
        readonly code: number;
        readonly reason: string;
    }): void;
}
/** The part of a `WebSocket` that subscriptions use. */
declare interface AnyWebSocket {
    send(message: string): void;
    close(): void;
    onopen: Handlers["open"] | null;
    onmessage: Handlers["message"] | null;
    onclose: Handlers["close"] | null;
    onerror: Handlers["open"] | null;
}
/** The features of the runtime that only subscriptions use; tests replace them. */
declare interface SubscriptionEnvironment {
    readonly open: (url: string, protocol: string) => AnyWebSocket;
    /** Calls `run` after a number of milliseconds. Returns the function that cancels this. */
    readonly after: (milliseconds: number, run: () => void) => () => void;
    /** A random number from 0 to 1. */
    readonly random: () => number;
    /** Whether the page is visible and the browser online, as far as is known. */
    readonly isActive: () => boolean;
    /**
     * Calls `wake` when the page becomes visible, is restored from the cache, or is online again, and `sleep` when it is
     * left.
     */
    readonly watch: (wake: () => void, sleep: () => void) => void;
}
/** Calls a function after a number of milliseconds. Returns the function that cancels this. */
declare const after: (milliseconds: number, run: () => void) => (() => void);
/** A class like `WebSocket`, such as that of the package `ws`. */
declare type WebSocketClass = new (url: string, protocol: string) => AnyWebSocket;
/** Creates the environment of subscriptions on a server. */
declare const processEnvironment: (Socket?: WebSocketClass | undefined) => SubscriptionEnvironment;
/** Stores completed logins and logins in progress: in memory, or in a store that all processes of the server share. The texts are secrets. */
declare interface Store {
    readonly get: (name: string) => Promise<string | null>;
    /** Stores a text; `seconds` is how long it is needed, null for as long as the login lasts. */
    readonly set: (name: string, text: string, seconds: number | null) => Promise<void>;
    readonly remove: (name: string) => Promise<void>;
}
/** Creates a store in memory, for one process. Its content is lost when the process ends. */
declare const memoryStore: (now?: () => number) => Store;
declare interface ServerClientOptions {
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
declare interface PersonClient extends Requests {
    readonly getUser: () => User;
    readonly isAuthenticated: () => Promise<boolean>;
    /** Deletes the login here, and revokes it at the server and the PDS; `revoked` is whether the server confirmed that. */
    readonly logout: () => Promise<{
        readonly revoked: boolean;
    }>;
}
/** A confidential client: an app with a server of its own, or a script. */
declare interface ServerClient {
    /** Starts a login and returns the URL to redirect the user to. Store `state` in the user's browser (an HttpOnly cookie) until the user returns. */
    readonly beginLogin: (options?: {
        readonly handle?: string;
    }) => Promise<{
        readonly url: string;
        readonly state: string;
    }>;
    /** Completes a login with the URL that the user returned to and the `state` stored in their browser. Returns the user. */
    readonly completeLogin: (url: string, state: string | null | undefined) => Promise<User>;
    /** Returns the client for a user who has logged in. */
    readonly as: (did: string) => PersonClient;
    /** Sends a query without credentials. */
    readonly publicQuery: Execute<RequestOptions>;
    /** Subscribes without credentials. */
    readonly publicSubscribe: Subscribe;
}
/** Creates a confidential client of an instance. Its tokens are stored in `store`; concurrent requests share one refresh. */
declare const createClient: (options: ServerClientOptions, runtime?: Platform) => ServerClient;
/** The version of this package, the same as that of the instance that serves it. */
declare const version = "0.20.0";
export { TidemarkError, createClient, memoryStore, publicQuery, type BlobReference, type ClientKey, type DocumentNodeLike, type Execute, type GraphqlError, type MutationOptions, type PersonClient, type Reason, type RequestOptions, type ServerClient, type ServerClientOptions, type Store, type Subscribe, type SubscriptionEnd, type SubscriptionOptions, type SubscriptionStatus, type TypedDocument, type User, type WebSocketClass, version };
