import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";

/** Returns the day (UTC) of a time in Unix milliseconds, as `2026-01-31`. */
export const addressKeyDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/**
 * Hashes network addresses under a key of the instance that is replaced every day (UTC). Equal addresses of one day have
 * the same hash. Once the key of a day is deleted, nobody can find the address of a hash by trying.
 */
export class AddressHashes extends Context.Tag("domain/AddressHashes")<
  AddressHashes,
  {
    /** Returns the hash of an address under the key of the day, in hexadecimal. */
    readonly hash: (address: string) => Effect.Effect<string, StorageUnavailable>;
    /** Deletes the keys of days that are over. */
    readonly forget: Effect.Effect<void, StorageUnavailable>;
  }
>() {}
