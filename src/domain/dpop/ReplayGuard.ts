import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** Stores the `jti` of proofs and assertions per key, across all processes (RFC 9449 section 11.1). */
export class ReplayGuard extends Context.Tag("domain/ReplayGuard")<
  ReplayGuard,
  {
    /**
     * Returns true the first time and false for a replay. `scope` is the thumbprint of the key or the client id. Only a
     * hash of the pair is stored, until `expiresAt` in Unix milliseconds.
     */
    readonly remember: (scope: string, jti: string, expiresAt: number) => Effect.Effect<boolean, StorageUnavailable>;
    /** Deletes entries that expired before `now`, in Unix milliseconds. */
    readonly sweep: (now: number) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
