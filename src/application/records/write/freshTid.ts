import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { tid } from "../../../domain/atproto/tid.ts";
import { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";

/**
 * Generates `count` record keys (TIDs), each greater than the one before. The first has the current millisecond with
 * random microseconds, and each further one is a microsecond later. All have one random clock identifier.
 */
export const freshTids = Effect.fnUntraced(function* (count: number) {
  const random = yield* SecureRandom;
  const drawn = new DataView((yield* random.bytes(4)).buffer);
  const first = BigInt(yield* Clock.currentTimeMillis) * 1000n + BigInt(drawn.getUint16(0) % 1000);
  return Array.from({ length: count }, (_, at) => tid(first + BigInt(at), drawn.getUint16(2)));
});

/** Generates one record key for the current time. */
export const freshTid = Effect.map(freshTids(1), ([one = ""]) => one);
