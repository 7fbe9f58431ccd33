import * as Chunk from "effect/Chunk";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import { expiryReason } from "../../domain/authorization/end/expiryReason.ts";
import { OverdueAuthorizations } from "../../domain/authorization/end/OverdueAuthorizations.ts";
import { systemActor } from "../../domain/event/Envelope.ts";
import { runPeriodically } from "../background/runPeriodically.ts";
import { endAuthorization } from "./endAuthorization.ts";

/**
 * Clocks differ and a reply may be repeated shortly after, so an expired authorization is left alone for this long, in
 * milliseconds.
 */
const grace = 5 * 60_000;

/** How many authorizations are read at once. */
const share = 100;

/** Streams everything that expired by `now`, each authorization once, even when some of them stay unchanged. */
const overdueAt = (now: number) =>
  Stream.unwrap(
    Effect.map(OverdueAuthorizations, (overdue) =>
      Stream.paginateChunkEffect("", (after: string) =>
        Effect.map(overdue.list(now, after, share), (found) => {
          const last = found.length === share ? Option.fromNullable(found.at(-1)) : Option.none();
          return [Chunk.fromIterable(found), last] as const;
        })
      )
    )
  );

const endOne = (authorizationId: string, now: number) =>
  endAuthorization({
    authorizationId,
    reason: (state) => expiryReason(state, now),
    actor: systemActor
  }).pipe(Effect.catchAllDefect((defect) => Effect.logError("Expired authorizations were not ended", defect)));

/**
 * Ends the expired authorizations and their sessions, so that the log records it and the outbox revokes them. An
 * authorization used in the meantime stays active, and one that cannot be read does not stop the others. Returns how
 * many were checked.
 */
export const endOverdue = Effect.gen(function* () {
  const now = (yield* Clock.currentTimeMillis) - grace;
  return yield* overdueAt(now).pipe(
    Stream.mapEffect((authorizationId) => endOne(authorizationId, now), { concurrency: 4 }),
    Stream.runCount
  );
});

/** Ends expired authorizations about every ten minutes, indefinitely. */
export const endOverduePeriodically = runPeriodically(
  "10 minutes",
  "Expired authorizations were not ended"
)(endOverdue);
