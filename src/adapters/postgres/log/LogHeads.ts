import type { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import type * as Queue from "effect/Queue";
import * as RcRef from "effect/RcRef";
import * as Schedule from "effect/Schedule";
import type * as Scope from "effect/Scope";
import { reconnectBackoff } from "../../../application/background/backoff.ts";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { listen } from "../connection/listen.ts";

/** The position of the last event; 0 for an empty log. */
export const currentHead = (sql: SqlClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.log_head`, ([row]) => row?.position ?? 0);

/** From the shortest delay again after half a minute without a failure. */
const reconnectSchedule = Schedule.resetAfter(reconnectBackoff, "30 seconds");

const pollTimedOut = new SqlError({ message: "The database did not answer within 10 seconds" });

/** A head that no log reaches: whoever waits looks for itself. */
const headUnknown = Number.POSITIVE_INFINITY;

/** Announces heads until the connection is lost. The highest one goes out, because an answer to a poll may be late. */
const announceUntilLost: (sql: PgClient, heads: PubSub.PubSub<number>) => Effect.Effect<never, SqlError> =
  Effect.fnUntraced(function* (sql, heads) {
    const news = yield* Effect.makeLatch();
    let highest = 0;
    const noteHead = (head: number): void => {
      highest = Math.max(highest, head);
      news.unsafeOpen();
    };
    const announce = Effect.zipRight(
      news.await,
      Effect.zipRight(
        news.close,
        Effect.suspend(() => PubSub.publish(heads, highest))
      )
    );
    const { alive, lost } = yield* listen(sql, "tidemark_log", (payload) => noteHead(Number(payload)));
    yield* PubSub.publish(heads, headUnknown);
    const poll = Effect.sleep("1 second").pipe(
      Effect.zipRight(Effect.map(currentHead(sql), noteHead)),
      Effect.zipRight(alive)
    );
    const polls = Effect.timeoutFail(poll, { duration: "10 seconds", onTimeout: () => pollTimedOut });
    const endless = [lost, Effect.forever(announce), Effect.forever(polls)] as const;
    return yield* Effect.all(endless, { concurrency: "unbounded" }).pipe(Effect.zipRight(Effect.never));
  }, Effect.scoped);

const beginAnnouncing = Effect.fnUntraced(function* (sql: PgClient) {
  const heads = yield* PubSub.sliding<number>(1);
  yield* announceUntilLost(sql, heads).pipe(
    Effect.tapError(({ message }) => Effect.logWarning(`Followers of the event log wait: ${message}`)),
    Effect.retry(reconnectSchedule),
    forkSupervised("listen for events")
  );
  return heads;
});

/**
 * The heads of the log as any process commits them, over one connection for all followers, which is open while there
 * are any. Each follower keeps the latest head only; a poll every second backs the notifications up.
 */
export const makeLogHeads = (
  sql: PgClient
): Effect.Effect<Effect.Effect<Queue.Dequeue<number>, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.map(RcRef.make({ acquire: beginAnnouncing(sql) }), (announcing) =>
    Effect.flatMap(RcRef.get(announcing), PubSub.subscribe)
  );
