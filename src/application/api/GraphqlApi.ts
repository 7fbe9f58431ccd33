import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { EndReason } from "../../domain/authorization/end/EndReason.ts";
import type { Admin, FoundSession } from "../admin/adminSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import type { Problem } from "./Problem.ts";
import type { UploadFailure } from "./UploadFailure.ts";

/** A GraphQL request as it came, whatever it came over. `variables` holds anything JSON can. */
export interface GraphqlRequest {
  /** Empty where `documentHash` stands for it. */
  readonly query: string;
  /** The SHA-256 of the document, in lower-case hexadecimal. */
  readonly documentHash: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
  /** False where only queries are allowed, as over GET. */
  readonly mutations: boolean;
  /** What makes a repeated request known (`Idempotency-Key`); null without. */
  readonly idempotencyKey: string | null;
  /** Whether the answer says what the operation costs. */
  readonly cost: boolean;
}

/** Who asks: `refused` is for a credential that was sent and is not good. */
export interface GraphqlCaller {
  readonly viewer: Viewer | null;
  readonly refused: boolean;
  /** Why who asks was logged out, where the credential is not good for that. */
  readonly over?: EndReason | null;
  readonly admin: Admin | null;
  /** The admin session of the browser, which may be one of a set-up token. */
  readonly session?: FoundSession | null;
}

/**
 * An answer as the text of a JSON object. `rejected`: nothing was executed (syntax, validation, limits, the wrong kind
 * of operation). `document-unknown`: only the hash of the document came, and it is not known here.
 * `authentication-required`: a mutation came with a credential that is not good.
 */
export interface GraphqlAnswer {
  readonly outcome:
    | "executed"
    | "rejected"
    | "document-unknown"
    | "mutation-not-allowed"
    | "authentication-required"
    | "unavailable";
  readonly body: string;
}

/**
 * The GraphQL APIs of the service: the public one, built from the active Lexicons, and the one for admins. A port without
 * application logic: it lets the HTTP adapter serve what the GraphQL adapter executes, since adapters do not import each
 * other.
 */
export class GraphqlApi extends Context.Tag("application/GraphqlApi")<
  GraphqlApi,
  {
    readonly execute: (request: GraphqlRequest, caller: GraphqlCaller) => Effect.Effect<GraphqlAnswer>;
    readonly executeAdmin: (request: GraphqlRequest, caller: GraphqlCaller) => Effect.Effect<GraphqlAnswer>;
    /** The schema of the public API in the schema definition language, in a stable order. */
    readonly sdl: Effect.Effect<string>;
    readonly adminSdl: string;
    /** Describes an upload that failed, in the words of the API: `POST /blobs` reports it as a mutation would. */
    readonly uploadProblem: (failure: UploadFailure) => Problem;
    /** Describes the end of a session, in the words of the API. */
    readonly sessionEnded: (reason: EndReason) => Problem;
  }
>() {}
