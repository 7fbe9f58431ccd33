/*! Tidemark SDK 0.20.0 | MIT */
/** A document of which TypeScript knows variables and result: `TypedDocumentNode`, or the `TypedDocumentString` of GraphQL Code Generator. */
declare type TypedDocument<Result, Variables> = (DocumentNodeLike | TextLike) & {
    readonly __apiType?: (variables: Variables) => Result;
};
/** The syntax tree of the `graphql` package, as far as it matters here. */
declare interface DocumentNodeLike {
    readonly kind: "Document";
    readonly definitions: ReadonlyArray<object>;
}
declare interface TextLike {
    toString(): string;
    readonly length: number;
}
/** What can be sent: text, or a document with types. */
declare type AnyDocument = string | DocumentNodeLike | TextLike;
declare interface RequestOptions {
    /** Ends the request when it is aborted. */
    readonly signal?: AbortSignal;
}
declare interface MutationOptions extends RequestOptions {
    /** Names what is to be done, so that it is done once; a fresh one for each call unless given. Give the same again to repeat a mutation whose outcome is unknown. */
    readonly idempotencyKey?: string;
}
/** No variables: what a document takes that needs none. */
declare type NoVariables = Record<never, never>;
/** The variables of a document without types. */
declare type AnyVariables = Readonly<Record<string, unknown>>;
/** Sends a document and gives its `data`, whose type a typed document knows. Throws a `TidemarkError` for an answer with `errors`. */
declare interface Execute<Options> {
    <Result = unknown>(document: string, variables?: AnyVariables | undefined, options?: Options): Promise<Result>;
    <Result>(document: TypedDocument<Result, NoVariables>, variables?: undefined, options?: Options): Promise<Result>;
    <Result, Variables>(document: TypedDocument<Result, Variables>, variables: NoInfer<Variables>, options?: Options): Promise<Result>;
}
/** What is sent as somebody who is logged in. */
declare interface Requests {
    readonly query: Execute<RequestOptions>;
    readonly mutate: Execute<MutationOptions>;
    readonly uploadBlob: (file: Blob, options?: RequestOptions) => Promise<BlobReference>;
}
/** What a record names a blob by: `BlobInput` of the schema. */
declare interface BlobReference {
    readonly ref: string;
    readonly mimeType: string;
    readonly size: number;
}
declare interface ClientOptions {
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
declare interface User {
    readonly did: string;
}
/** An app in a browser, logged in or not. One login per client id and server, shared by all tabs. */
declare interface Client extends Requests {
    /** Leaves this page for the person's own server. Without a handle the instance asks for it. */
    readonly loginWithRedirect: (options?: {
        readonly handle?: string;
    }) => Promise<void>;
    /** Takes up the login that this page was opened with; null where it was opened with none. Removes it from the address. */
    readonly handleRedirectCallback: () => Promise<User | null>;
    /** Whether somebody is logged in here, as far as this browser knows: a login that ended elsewhere shows on the next request. */
    readonly isAuthenticated: () => boolean;
    readonly getUser: () => User | null;
    /** Calls back whenever another person, or nobody, is logged in: here, or by another tab. Gives what ends it. */
    readonly onChange: (listener: (user: User | null) => void) => () => void;
    /** Forgets the login here at once, and ends it at the server and the PDS; `revoked` is whether the server took note. */
    readonly logout: () => Promise<{
        readonly revoked: boolean;
    }>;
    /** Asks as nobody, whoever is logged in. */
    readonly publicQuery: Execute<RequestOptions>;
}
/** What a server answered. */
declare interface ParsedResponse {
    readonly status: number;
    /** The JSON object that it sent; empty when it sent none. */
    readonly body: Readonly<Record<string, unknown>>;
    /** Whether it does not accept the credentials (`WWW-Authenticate`). */
    readonly isChallenged: boolean;
    /** The OAuth error, of the body or of the challenge. */
    readonly error: string | undefined;
    /** In seconds. */
    readonly retryAfter: number | undefined;
}
/** What the surroundings offer; the tests put something else in its place. */
declare interface Platform {
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
    /** Milliseconds since 1970. */
    readonly now: () => number;
    readonly wait: (milliseconds: number) => Promise<void>;
}
/** The one of browsers and of Node. */
declare const platform: Platform;
declare type LoginMethod = "loginWithRedirect" | "beginLogin";
/** What an instance is sent, and what it taught about itself: its clock, and the nonce for the next proof. */
declare interface Connection {
    /** Where it is, without a slash at the end. */
    readonly server: string;
    readonly platform: Platform;
    /** The method by which an app begins a login, for messages. */
    readonly loginMethod: LoginMethod;
    readonly seconds: () => number;
    /** Milliseconds that the server's clock is ahead. */
    readonly ahead: () => number;
    readonly nonce: () => string | undefined;
    readonly send: (path: string, request: Sending) => Promise<ParsedResponse>;
}
/** A request, and after how many milliseconds without the whole answer it is given up. */
declare interface Sending extends RequestInit {
    readonly timeout?: number;
}
/** The address without what the person who typed it may have added; only http and https are servers. */
declare const serverAddress: (server: string) => string;
declare const connect: (server: string, platform: Platform, loginMethod?: LoginMethod) => Connection;
/** Asks as nobody, over a connection that is there. */
declare const queryAnonymously: <Result>(connection: Connection, document: AnyDocument, variables?: object, options?: RequestOptions) => Promise<Result>;
/** Asks an instance as nobody, for pages that never log anybody in: `publicQuery("https://…")(document, variables)`. */
declare const publicQuery: (server: string) => Execute<RequestOptions>;
declare type Headers = Readonly<Record<string, string>>;
/** How a client proves itself; called anew for every request that is sent. */
declare interface Credentials {
    /** At the OAuth endpoints: what to add to the form, and the headers. */
    readonly atServer: (url: string) => Promise<{
        readonly form: Headers;
        readonly headers: Headers;
    }>;
    /** Where the token is used. */
    readonly atResource: (url: string, accessToken: string) => Promise<Headers>;
}
/** A P-256 key of a confidential client, private, and the `kid` that it is published under. */
declare interface ClientKey {
    readonly privateKey: CryptoKey;
    readonly kid?: string;
}
/** A confidential client with a key (`private_key_jwt`, RFC 7523 section 2.2); its tokens are bearer tokens. */
declare const keyCredentials: (connection: Connection, clientId: string, key: () => Promise<ClientKey>) => Credentials;
/** How a client presents its secret at the token endpoint, by the name that it is registered with. */
declare type SecretMethod = "client_secret_basic" | "client_secret_post";
/** A confidential client with a secret; its tokens are bearer tokens. */
declare const secretCredentials: (clientId: string, secret: string, method: SecretMethod) => Credentials;
/** Where a server keeps logins and what is under way: in memory, or wherever all its processes see it. The texts are secrets. */
declare interface Store {
    readonly get: (name: string) => Promise<string | null>;
    /** `seconds` is how long it is of use; null for as long as the login lasts. */
    readonly set: (name: string, text: string, seconds: number | null) => Promise<void>;
    readonly remove: (name: string) => Promise<void>;
}
/** For one process: gone when it ends. */
declare const memoryStore: (now?: () => number) => Store;
declare interface ServerClientOptions {
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
declare interface PersonClient extends Requests {
    readonly getUser: () => User;
    readonly isAuthenticated: () => Promise<boolean>;
    /** Forgets the login here, and ends it at the server and the PDS; `revoked` is whether the server took note. */
    readonly logout: () => Promise<{
        readonly revoked: boolean;
    }>;
}
/** A confidential client: an app with a server of its own, or a script. */
declare interface ServerClient {
    /** Where to send the person. Keep `state` with their browser (a cookie that scripts cannot read) until they come back. */
    readonly beginLogin: (options?: {
        readonly handle?: string;
    }) => Promise<{
        readonly url: string;
        readonly state: string;
    }>;
    /** Takes the address that the person came back to, and the `state` kept with their browser; says who is logged in. */
    readonly completeLogin: (url: string, state: string | null | undefined) => Promise<User>;
    /** Acts for somebody who logged in before. */
    readonly as: (did: string) => PersonClient;
    /** Asks as nobody. */
    readonly publicQuery: Execute<RequestOptions>;
}
/** A confidential client of an instance. Its tokens are kept in `store`, and renewed once for all who use them at the same time. */
declare const createClient: (options: ServerClientOptions, surroundings?: Platform) => ServerClient;
/** Why something failed, for programs. The message of the error says the same to a developer, with the way out. */
declare type Reason = 
/** `createClient` was given something it cannot work with. */
"configuration"
/** The page is not served by https (or from localhost), so that the browser offers no cryptography. */
 | "insecure_context"
/** The browser keeps nothing for this page: private mode, blocked storage, or no room. */
 | "storage_unavailable"
/** No answer came: offline, no such server, or the request was blocked. */
 | "unreachable"
/** The server cannot answer right now (5xx), or there were too many requests; see `retryAfter`. */
 | "unavailable"
/** What answered is not what an instance answers. */
 | "bad_answer"
/** The page was opened with an answer to another login than the one that was begun: possibly a forgery. */
 | "state_mismatch"
/** The page was opened with an answer to a login that this tab did not begin. */
 | "login_missing"
/** The person, their PDS or the server declined the login; `code` is the OAuth error. */
 | "login_refused"
/** The server does not accept the client or its request; `code` is the OAuth error. */
 | "client_refused"
/** Nobody is logged in. */
 | "not_logged_in"
/** The login is over: revoked, expired, or ended at the PDS. */
 | "login_expired"
/** The answer to a GraphQL request has `errors`; `code` is the code of the first. */
 | "graphql"
/** Something that should not fail: an argument of another type, or a browser older than documented; see `cause`. */
 | "unexpected";
/** An entry of the `errors` of a GraphQL answer. */
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
    readonly cause?: unknown;
}
/** Everything that this package throws, but for what `signal.abort()` gives. */
declare class TidemarkError extends Error {
    readonly reason: Reason;
    /** The error code of the server: of OAuth, or of the first GraphQL error. */
    readonly code: string | undefined;
    /** The errors of a GraphQL answer. */
    readonly errors: ReadonlyArray<GraphqlError>;
    /** What a GraphQL answer held in spite of its errors. */
    readonly data: unknown;
    /** After how many seconds another attempt makes sense. */
    readonly retryAfter: number | undefined;
    /** Why a login is over, such as `revoked-by-admin`, where the server says it. The message has it in a sentence. */
    readonly endReason: string | undefined;
    constructor(reason: Reason, message: string, details?: ErrorDetails);
}
/** The version of this package, which is that of the instance it came from. */
declare const version = "0.20.0";
export { TidemarkError, createClient, memoryStore, publicQuery, type BlobReference, type ClientKey, type DocumentNodeLike, type Execute, type GraphqlError, type MutationOptions, type PersonClient, type Reason, type RequestOptions, type ServerClient, type ServerClientOptions, type Store, type TypedDocument, type User, version };
