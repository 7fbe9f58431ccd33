import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { EndReason } from "../../domain/authorization/end/EndReason.ts";
import type { Admin, FoundSession } from "../admin/adminSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import type { Problem } from "./Problem.ts";
import type { SubscriptionEnded } from "./SubscriptionEnded.ts";
import type { SubscriptionReceiver } from "./SubscriptionReceiver.ts";
import type { UploadFailure } from "./UploadFailure.ts";

/** A GraphQL request, independent of its transport. `variables` holds any JSON. */
export interface GraphqlRequest {
  /** Empty when the request has `documentHash` instead. */
  readonly query: string;
  /** The SHA-256 of the document, in lower-case hexadecimal. */
  readonly documentHash: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
  /** False where only queries are allowed, as with GET. */
  readonly mutations: boolean;
  /** Identifies a repeated request (`Idempotency-Key`); null without one. */
  readonly idempotencyKey: string | null;
  /** Whether the response includes the cost of the operation. */
  readonly cost: boolean;
  /** Whether the operation is planned but not executed: the response has its cost and the limit. False by default. */
  readonly estimate?: boolean;
  /** Whether the response to a query includes the cursor after which a subscription continues it. */
  readonly cursor: boolean;
}

/** The caller of a GraphQL API. `refused` is for a credential that was sent and is not valid. */
export interface GraphqlCaller {
  readonly viewer: Viewer | null;
  readonly refused: boolean;
  /** Why the session of the caller ended, if the credential is invalid because of that. */
  readonly over?: EndReason | null;
  readonly admin: Admin | null;
  /** The admin session of the browser, which may be one opened with a setup token. */
  readonly session?: FoundSession | null;
}

/**
 * A response as a JSON object: its text, or the UTF-8 of it where that saves encoding it. `rejected`: nothing was executed (syntax, validation, limits, the wrong kind
 * of operation). `document-unknown`: the request has only the hash of a document, and the hash is unknown here.
 * `authentication-required`: a mutation was sent with a credential that is not valid.
 */
export interface GraphqlAnswer<Body = string> {
  readonly outcome:
    | "executed"
    | "rejected"
    | "document-unknown"
    | "mutation-not-allowed"
    | "authentication-required"
    | "unavailable";
  readonly body: Body;
  /** What the document asked for; a query if it is missing. */
  readonly operation?: "query" | "mutation";
  /** Whether the service, its database or a PDS failed, although the operation was executed. False by default. */
  readonly failed?: boolean;
}

/**
 * What became of an operation over a transport that can stream. `Answered`: it was a query or a mutation, or it was refused.
 * `Streaming`: it is a subscription, which delivers its responses to a receiver for as long as `deliver` runs.
 */
export type Subscribed =
  | { readonly _tag: "Answered"; readonly answer: GraphqlAnswer }
  | {
      readonly _tag: "Streaming";
      readonly deliver: (receiver: SubscriptionReceiver) => Effect.Effect<never, SubscriptionEnded>;
    };

/**
 * The GraphQL APIs of the service: the public one, built from the active Lexicons, and the one for admins. A port without
 * application logic: it lets the HTTP adapter serve what the GraphQL adapter executes, since adapters do not import each
 * other.
 */
export class GraphqlApi extends Context.Tag("application/GraphqlApi")<
  GraphqlApi,
  {
    readonly execute: (
      request: GraphqlRequest,
      caller: GraphqlCaller
    ) => Effect.Effect<GraphqlAnswer<string | Uint8Array>>;
    /**
     * Executes an operation over a transport that can stream: a query or a mutation is answered once, and a subscription
     * starts.
     */
    readonly subscribe: (request: GraphqlRequest, caller: GraphqlCaller) => Effect.Effect<Subscribed>;
    readonly executeAdmin: (request: GraphqlRequest, caller: GraphqlCaller) => Effect.Effect<GraphqlAnswer>;
    /** The schema of the public API in the schema definition language, in a stable order. */
    readonly sdl: Effect.Effect<string>;
    readonly adminSdl: string;
    /** Describes a failed upload in the terms of the API, so that `POST /blobs` reports it as a mutation would. */
    readonly uploadProblem: (failure: UploadFailure) => Problem;
    /** Describes the end of a subscription in the terms of the API. */
    readonly subscriptionEnded: (reason: SubscriptionEnded["reason"]) => Problem;
    /** Describes the end of a session in the terms of the API. */
    readonly sessionEnded: (reason: EndReason) => Problem;
  }
>() {}
