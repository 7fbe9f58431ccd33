import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";

/**
 * The role of the server that issued a nonce. The nonces of both roles differ at one origin (RFC 9449 sections 8 and
 * 9).
 */
export type ServerRole = "authorization-server" | "resource-server";

/** The nonce that a server expects in the next proof, and its age in milliseconds. */
export interface StoredNonce {
  readonly nonce: string;
  readonly age: number;
}

/**
 * Stores the latest nonce of each server by role and origin, shared by all processes. An unavailable store returns no
 * nonce and no error, because a missing nonce costs at most one more request.
 */
export class ServerNonces extends Context.Tag("domain/ServerNonces")<
  ServerNonces,
  {
    readonly find: (role: ServerRole, origin: string) => Effect.Effect<Option.Option<StoredNonce>>;
    readonly put: (role: ServerRole, origin: string, nonce: string) => Effect.Effect<void>;
  }
>() {}
