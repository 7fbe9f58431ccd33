import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

/** Whose nonce it is: those of authorization servers and of resource servers differ at one origin (RFC 9449 sections 8 and 9). */
export type ServerRole = "authorization-server" | "resource-server";

/** What a server wants in the next proof, and how many milliseconds ago it said so. */
export interface StoredNonce {
  readonly nonce: string;
  readonly age: number;
}

/**
 * The nonces that servers told any process last, by role and origin, so that a new process does not have to ask. A store
 * that is away has none, and nobody is told: a nonce costs one more request at most. Without a store nothing is shared.
 */
export class ServerNonces extends Context.Reference<ServerNonces>()("domain/ServerNonces", {
  defaultValue: (): {
    readonly find: (role: ServerRole, origin: string) => Effect.Effect<Option.Option<StoredNonce>>;
    readonly put: (role: ServerRole, origin: string, nonce: string) => Effect.Effect<void>;
  } => ({ find: () => Effect.succeed(Option.none()), put: () => Effect.void })
}) {}
