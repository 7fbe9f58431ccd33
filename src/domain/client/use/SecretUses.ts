import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/**
 * When clients last authenticated with each of their secrets. The log does not say so, because a request for tokens names
 * no secret there.
 */
export class SecretUses extends Context.Tag("domain/SecretUses")<
  SecretUses,
  {
    /** Notes a use now. It is stored a moment later, and lost if the process is killed before. */
    readonly note: (clientId: string, secretHash: string) => Effect.Effect<void>;
    /** Returns when each secret of a client was last used, in Unix milliseconds, by its hash. */
    readonly lastUses: (clientId: string) => Effect.Effect<ReadonlyMap<string, number>, StorageUnavailable>;
  }
>() {}
