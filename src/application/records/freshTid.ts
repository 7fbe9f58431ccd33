import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { tid } from "../../domain/atproto/Tid.ts";
import { SecureRandom } from "../../domain/crypto/SecureRandom.ts";

/** A record key of now: the millisecond of the clock, with the microseconds and the clock identifier drawn. */
export const freshTid = Effect.gen(function* () {
  const random = yield* SecureRandom;
  const drawn = new DataView((yield* random.bytes(4)).buffer);
  const microseconds = BigInt(yield* Clock.currentTimeMillis) * 1000n + BigInt(drawn.getUint16(0) % 1000);
  return tid(microseconds, drawn.getUint16(2));
});
