import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { SecureRandom } from "../crypto/SecureRandom.ts";

/** A UUID of version 7: 48 bits of Unix milliseconds, then 74 random bits (RFC 9562 section 5.7). */
export const EventId = Schema.UUID.pipe(Schema.brand("EventId"));
export type EventId = typeof EventId.Type;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the UUIDv7 of a time in Unix milliseconds and ten random bytes. */
export const uuidV7 = (milliseconds: number, random: Uint8Array): EventId => {
  // A test clock that was set forward by a pause with jitter has fractions.
  const time = Math.floor(milliseconds).toString(16).padStart(12, "0");
  const tail = hex(random);
  const variant = ((Number.parseInt(tail.slice(3, 4), 16) & 0b0011) | 0b1000).toString(16);
  return EventId.make(
    `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`
  );
};

/** Creates a new event id. */
export const freshEventId: Effect.Effect<EventId, never, SecureRandom> = Effect.gen(function* () {
  const random = yield* SecureRandom;
  return uuidV7(yield* Clock.currentTimeMillis, yield* random.bytes(10));
});
