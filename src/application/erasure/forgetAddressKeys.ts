import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { AddressHashes } from "../../domain/personal/AddressHashes.ts";

/**
 * Deletes the keys of network addresses of days that are over, at the start and every quarter of an hour, indefinitely, so
 * that no hash of them can be guessed even if nobody makes a new key.
 */
export const forgetAddressKeys = Effect.flatMap(AddressHashes, ({ forget }) => forget).pipe(
  Effect.catchAll((problem) => Effect.logWarning("The key of yesterday's addresses is not deleted yet", problem)),
  Effect.repeat(Schedule.spaced("15 minutes"))
);
