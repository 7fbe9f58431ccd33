import { SqlError } from "@effect/sql/SqlError";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import type * as Queue from "effect/Queue";
import * as RcRef from "effect/RcRef";
import type * as Scope from "effect/Scope";
import { reconnectBackoff } from "../../../application/background/backoff.ts";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { latestNumbers } from "../../../application/concurrency/latestNumbers.ts";
import { listen } from "./listen.ts";

/** A sequence whose head other processes announce, such as the event log. */
export interface HeadSource {
  /** The channel of the notifications, each of which is a head. */
  readonly channel: string;
  readonly current: Effect.Effect<number, SqlError>;
  /** Names the sequence in warnings, such as `the event log`. */
  readonly name: string;
}

const pollTimedOut = new SqlError({ message: "The database did not respond within 10 seconds" });

/** A head that no sequence reaches. It makes every subscriber read. */
const headUnknown = Number.POSITIVE_INFINITY;

/** Publishes heads until the connection is lost. It publishes the highest one, because the result of a poll may be late. */
const publishUntilLost: (
  sql: PgClient,
  source: HeadSource,
  heads: PubSub.PubSub<number>
) => Effect.Effect<never, SqlError> = Effect.fnUntraced(function* (sql, { channel, current }, heads) {
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
  const { alive, lost } = yield* listen(sql, channel, (payload) => noteHead(Number(payload)));
  yield* PubSub.publish(heads, headUnknown);
  const poll = Effect.sleep("1 second").pipe(Effect.zipRight(Effect.map(current, noteHead)), Effect.zipRight(alive));
  const polls = Effect.timeoutFail(poll, { duration: "10 seconds", onTimeout: () => pollTimedOut });
  const endless = [lost, Effect.forever(publish), Effect.forever(polls)] as const;
  return yield* Effect.all(endless, { concurrency: "unbounded" }).pipe(Effect.zipRight(Effect.never));
}, Effect.scoped);

const startPublishing = Effect.fnUntraced(function* (sql: PgClient, source: HeadSource) {
  const heads = yield* latestNumbers;
  yield* publishUntilLost(sql, source, heads).pipe(
    Effect.tapError(({ message }) =>
      Effect.logWarning(`Subscribers of ${source.name} are waiting for the database: ${message}`)
    ),
    Effect.retry(reconnectBackoff),
    forkSupervised(`listen for the head of ${source.name}`)
  );
  return heads;
});

/**
 * Subscribes to the heads of a sequence, as processes commit them. All subscribers share one connection, which is open while
 * there are any. Each receives only the latest head. A poll every second makes up for lost notifications.
 */
export const makeHeads = (
  sql: PgClient,
  source: HeadSource
): Effect.Effect<Effect.Effect<Queue.Dequeue<number>, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.map(RcRef.make({ acquire: startPublishing(sql, source) }), (heads) =>
    Effect.flatMap(RcRef.get(heads), PubSub.subscribe)
  );
