import { SqlClient } from "@effect/sql/SqlClient";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ReplayGuard } from "../../../domain/dpop/ReplayGuard.ts";
import { replayHash } from "../../../domain/dpop/replayHash.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("replay-guard");

const makeReplayGuard = Effect.gen(function* () {
  const sql = yield* SqlClient;
  return ReplayGuard.of({
    remember: Effect.fnUntraced(function* (scope, jti, expiresAt) {
      const now = yield* Clock.currentTimeMillis;
      const stored = yield* sql`
        insert into tidemark.replays (hash, expires_at) values (${replayHash(scope, jti)}, ${expiresAt})
        on conflict (hash) do update set expires_at = excluded.expires_at where replays.expires_at <= ${now}
        returning 1 as stored`;
      return stored.length > 0;
    }, Effect.mapError(unavailable)),
    sweep: (now) =>
      sql`delete from tidemark.replays where expires_at <= ${now}`.pipe(Effect.asVoid, Effect.mapError(unavailable))
  });
});

/** Used proofs in `tidemark.replays`, as the SHA-256 of the scope, a zero byte and the `jti`. Expired ones do not count. */
export const layer: Layer.Layer<ReplayGuard, never, SqlClient> = Layer.effect(ReplayGuard, makeReplayGuard);
