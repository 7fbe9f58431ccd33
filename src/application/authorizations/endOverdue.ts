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

/** Clocks differ, and a reply may be repeated a little later: what ran out is left alone so long, in milliseconds. */
const grace = 5 * 60_000;

/** How many are looked up at once. */
const share = 100;

/** All that ran out by `now`, each once, however many of them stay as they are. */
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
  }).pipe(Effect.catchAllDefect((defect) => Effect.logError("What ran out was not ended", defect)));

/**
 * Ends the authorizations that ran out, with their sessions, so that the log says so and their PDSes are told by the
 * outbox. What was used in the meantime goes on, and one whose log cannot be read stops none of the others. Answers how many
 * there were to look at.
 */
export const endOverdue = Effect.gen(function* () {
  const now = (yield* Clock.currentTimeMillis) - grace;
  return yield* overdueAt(now).pipe(
    Stream.mapEffect((authorizationId) => endOne(authorizationId, now), { concurrency: 4 }),
    Stream.runCount
  );
});

/** Does so for ever, about every ten minutes. */
export const endOverduePeriodically = runPeriodically("10 minutes", "What ran out was not ended")(endOverdue);
