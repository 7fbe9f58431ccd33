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
/** Who is logged in. */
declare type SessionState = 
/** Not known yet: on a server, in the first render, and while a login is taken up. */
{
    readonly status: "loading";
} | {
    readonly status: "loggedOut";
}
/** `error` is why an attempt to log in as somebody else came to nothing. */
 | {
    readonly status: "loggedIn";
    readonly user: User;
    readonly error: TidemarkError | null;
}
/** Nobody is logged in, and why: the login was refused or forged, it has expired, or the browser keeps nothing. */
 | {
    readonly status: "failed";
    readonly error: TidemarkError;
};
/** The session of one client, for all components that ask. */
declare interface SessionStore {
    readonly get: () => SessionState;
    /** The first one to subscribe lets the login be taken up that the page was opened with. */
    readonly subscribe: (listener: () => void) => () => void;
    /** Takes note of why something failed that has to do with the login; whether it has. */
    readonly fail: (error: unknown) => boolean;
}
/** A session of which nothing is known yet. */
declare const loading: {
    readonly status: "loading";
};
declare const makeSessionStore: (client: Client) => SessionStore;
import { type ReactElement, type ReactNode } from "react";

declare interface TidemarkProviderProps {
    /** What `createClient` gave, made once, outside of components. */
    readonly client: Client;
    readonly children?: ReactNode;
}
/** Gives the client to all components below, and takes up the login that the page was opened with, once. */
declare const TidemarkProvider: ({ children, client }: TidemarkProviderProps) => ReactElement;
/** The client itself: for `uploadBlob`, and for what is asked outside of a render. */
declare const useClient: () => Client;
/** What became of a mutation. */
declare type MutationOutcome<Data> = {
    readonly status: "done";
    readonly data: Data;
} | {
    readonly status: "failed";
    readonly error: TidemarkError;
};
/** What a component shows of its mutation: of the last call, if there were several. */
declare type MutationState<Data> = {
    readonly status: "idle";
} | {
    readonly status: "running";
} | MutationOutcome<Data>;
/** Sends it, and tells what became of it: never rejects for anything that can go wrong. */
declare type Mutate<Variables extends ReadonlyArray<unknown>, Data> = (...given: [...variables: Variables, options?: MutationOptions]) => Promise<MutationOutcome<Data>>;
/**
 * Writes. When it is over, well or not, whatever `useQuery` shows is asked again. It goes on when the component is
 * gone: what was sent may have been written.
 */
declare function useMutation<Result = unknown>(document: string): readonly [Mutate<[variables?: AnyVariables | undefined], Result>, MutationState<Result>];
declare function useMutation<Result>(document: TypedDocument<Result, NoVariables>): readonly [Mutate<[variables?: undefined], Result>, MutationState<Result>];
declare function useMutation<Result, Variables>(document: TypedDocument<Result, Variables>): readonly [Mutate<[variables: Variables], Result>, MutationState<Result>];
declare interface QueryOptions {
    /** Asks as nobody, whoever is logged in, and does not wait until that is known. */
    readonly isPublic?: boolean;
    /** Asks nothing; `status` is "loading". */
    readonly skip?: boolean;
    /** While other variables are asked for, `data` is what there was for the ones before. */
    readonly keepPrevious?: boolean;
    /** Throws a failure in the render, for an error boundary. */
    readonly throwOnError?: boolean;
}
/** `data` of a failure is what there was before it; while loading there is some with `keepPrevious` only. */
declare type QueryResult<Data> = ({
    readonly status: "loading";
    readonly data: Data | undefined;
} | {
    readonly status: "done";
    readonly data: Data;
} | {
    readonly status: "failed";
    readonly data: Data | undefined;
    readonly error: TidemarkError;
}) & {
    /** Whether it is asked right now, for the first time or again. */
    readonly isFetching: boolean;
    readonly refetch: () => void;
};
/**
 * Asks, and asks again after every mutation: as whoever is logged in, else as nobody. The same asked by several
 * components is asked once; an answer is kept for as long as a component shows it.
 */
declare function useQuery<Result = unknown>(document: string, variables?: AnyVariables | undefined, options?: QueryOptions): QueryResult<Result>;
declare function useQuery<Result>(document: TypedDocument<Result, NoVariables>, variables?: undefined, options?: QueryOptions): QueryResult<Result>;
declare function useQuery<Result, Given>(document: TypedDocument<Result, Given>, variables: NoInfer<Given>, options?: QueryOptions): QueryResult<Result>;
declare interface SessionActions {
    /** Leaves the page for the person's own server. Never rejects: what goes wrong is in `error`. */
    readonly login: (options?: Parameters<Client["loginWithRedirect"]>[0]) => Promise<void>;
    /** Logs out here, in all tabs, at the service and at the PDS. Never rejects; `revoked` is whether the service took note. */
    readonly logout: () => Promise<{
        readonly revoked: boolean;
    }>;
}
declare type Session = SessionState & SessionActions;
declare const useSessionState: () => SessionState;
/** Who is logged in, in this tab and the others, and how to change it. */
declare const useSession: () => Session;
export { TidemarkProvider, type Mutate, type MutationOutcome, type MutationState, type QueryOptions, type QueryResult, type Session, type SessionState, type TidemarkProviderProps, useClient, useMutation, useQuery, useSession };
