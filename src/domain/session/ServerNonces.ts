import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";

/** Whose nonce it is: those of authorization servers and of resource servers differ at one origin (RFC 9449 sections 8 and 9). */
export type ServerRole = "authorization-server" | "resource-server";

/** What a server wants in the next proof, and how many milliseconds ago it said so. */
export interface StoredNonce {
  readonly nonce: string;
  readonly age: number;
}

/**
 * The nonces that servers told any process last, by role and origin, so that a new process does not have to ask. A store
 * that is away has none, and nobody is told: a nonce costs one more request at most.
 */
export class ServerNonces extends Context.Tag("domain/ServerNonces")<
  ServerNonces,
  {
    readonly find: (role: ServerRole, origin: string) => Effect.Effect<Option.Option<StoredNonce>>;
    readonly put: (role: ServerRole, origin: string, nonce: string) => Effect.Effect<void>;
  }
>() {}
