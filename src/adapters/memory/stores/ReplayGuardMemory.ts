import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { replayHash } from "../../../domain/dpop/replayHash.ts";
import { MemoryStore } from "../MemoryStore.ts";

type Ends = HashMap.HashMap<string, number>;

const makeReplayGuard = Effect.gen(function* () {
  const store = yield* MemoryStore;
  const ends = store.cell<Ends>(HashMap.empty());
  return ReplayGuard.of({
    remember: Effect.fnUntraced(function* (scope, jti, expiresAt) {
      const now = yield* Clock.currentTimeMillis;
      const hash = Encoding.encodeBase64Url(replayHash(scope, jti));
      return yield* ends.modify((current): readonly [boolean, Ends] => {
        const isReplay = Option.exists(HashMap.get(current, hash), (end) => end > now);
        return isReplay ? [false, current] : [true, HashMap.set(current, hash, expiresAt)];
      });
    }),
    sweep: (now) => ends.modify((current) => [undefined, HashMap.filter(current, (end) => end > now)])
  });
});

/** Used proofs in this process, as the SHA-256 of scope, 0 and `jti`; an expired one may be used again. */
export const layer: Layer.Layer<ReplayGuard, never, MemoryStore> = Layer.effect(ReplayGuard, makeReplayGuard);
