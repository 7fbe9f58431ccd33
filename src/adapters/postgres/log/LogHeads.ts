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

/** Returns the position of the last event; 0 for an empty log. */
export const currentHead = (sql: SqlClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.log_head`, ([row]) => row?.position ?? 0);

/** The backoff, which starts over after half a minute without a failure. */
const reconnectSchedule = Schedule.resetAfter(reconnectBackoff, "30 seconds");

const pollTimedOut = new SqlError({ message: "The database did not respond within 10 seconds" });

/** A head that no log reaches. It makes every subscriber read the log. */
const headUnknown = Number.POSITIVE_INFINITY;

/** Publishes heads until the connection is lost. It publishes the highest one, because the result of a poll may be late. */
const publishUntilLost: (sql: PgClient, heads: PubSub.PubSub<number>) => Effect.Effect<never, SqlError> =
  Effect.fnUntraced(function* (sql, heads) {
    const hasNews = yield* Effect.makeLatch();
    let highest = 0;
    const noteHead = (head: number): void => {
      highest = Math.max(highest, head);
      hasNews.unsafeOpen();
    };
    const publish = Effect.zipRight(
      hasNews.await,
      Effect.zipRight(
        hasNews.close,
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
    const endless = [lost, Effect.forever(publish), Effect.forever(polls)] as const;
    return yield* Effect.all(endless, { concurrency: "unbounded" }).pipe(Effect.zipRight(Effect.never));
  }, Effect.scoped);

const startPublishing = Effect.fnUntraced(function* (sql: PgClient) {
  const heads = yield* PubSub.sliding<number>(1);
  yield* publishUntilLost(sql, heads).pipe(
    Effect.tapError(({ message }) =>
      Effect.logWarning(`Subscribers of the event log are waiting for the database: ${message}`)
    ),
    Effect.retry(reconnectSchedule),
    forkSupervised("listen for events")
  );
  return heads;
});

/**
 * Subscribes to the heads of the log, as processes commit them. All subscribers share one connection, which is open while
 * there are any. Each receives only the latest head. A poll every second makes up for lost notifications.
 */
export const makeLogHeads = (
  sql: PgClient
): Effect.Effect<Effect.Effect<Queue.Dequeue<number>, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.map(RcRef.make({ acquire: startPublishing(sql) }), (heads) =>
    Effect.flatMap(RcRef.get(heads), PubSub.subscribe)
  );
