import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** Remembers the `jti` of proofs and assertions, once per key over all processes (RFC 9449 section 11.1). */
export class ReplayGuard extends Context.Tag("domain/ReplayGuard")<
  ReplayGuard,
  {
    /**
     * True the first time, false for a replay. `scope` is the key's thumbprint or the client id; only a hash of the
     * pair is kept, until `expiresAt` in Unix milliseconds.
     */
    readonly remember: (scope: string, jti: string, expiresAt: number) => Effect.Effect<boolean, StorageUnavailable>;
    /** Forgets what expired before `now`, in Unix milliseconds. */
    readonly sweep: (now: number) => Effect.Effect<void, StorageUnavailable>;
  }
>() {}
