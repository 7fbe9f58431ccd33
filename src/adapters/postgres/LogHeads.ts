import type { SqlError } from "@effect/sql/SqlError";
import type { PgClient } from "@effect/sql-pg/PgClient";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";
import type * as Queue from "effect/Queue";
import * as RcRef from "effect/RcRef";
import * as Schedule from "effect/Schedule";
import type * as Scope from "effect/Scope";
import * as Stream from "effect/Stream";

/** The position of the last event; 0 for an empty log. */
export const currentHead = (sql: PgClient): Effect.Effect<number, SqlError> =>
  Effect.map(sql<{ position: number }>`select position from tidemark.log_head`, ([row]) => row?.position ?? 0);

/** A head that no log reaches: whoever waits looks for itself. */
const lookAgain = Number.POSITIVE_INFINITY;

/** From 250 ms to 5 s, and from the beginning after half a minute without a failure. */
const patience = Schedule.exponential("250 millis").pipe(
  Schedule.union(Schedule.spaced("5 seconds")),
  Schedule.resetAfter("30 seconds")
);

const messageOf = (cause: Cause.Cause<SqlError>): string => {
  const failure = Cause.squash(cause);
  return failure instanceof Error ? failure.message : "unknown";
};

/** Announces heads until the connection is lost or turns out deaf: a head unannounced from one poll to the next. */
const announceUntilLost = (sql: PgClient, heads: PubSub.PubSub<number>): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    let heard = yield* currentHead(sql);
    let polled = heard;
    yield* PubSub.publish(heads, lookAgain);
    const listening = Stream.runForEach(sql.listen("tidemark_log"), (payload) => {
      heard = Math.max(heard, Number(payload));
      return PubSub.publish(heads, heard);
    });
    const polling = Effect.gen(function* () {
      const before = polled;
      polled = yield* Effect.delay(currentHead(sql), "1 second");
      if (polled > heard) yield* PubSub.publish(heads, polled);
      return heard < before;
    });
    yield* Effect.raceFirst(listening, Effect.repeat(polling, { until: (deaf) => deaf }));
  });

/**
 * The heads of the log as any process commits them, over one connection for all followers, which is open while there
 * are any. Each follower keeps the latest head only; a poll every second backs the notifications up.
 */
export const makeLogHeads = (
  sql: PgClient
): Effect.Effect<Effect.Effect<Queue.Dequeue<number>, never, Scope.Scope>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const announcing = yield* RcRef.make({
      acquire: Effect.gen(function* () {
        const heads = yield* PubSub.sliding<number>(1);
        yield* announceUntilLost(sql, heads).pipe(
          Effect.sandbox,
          Effect.tapError((cause) =>
            Effect.logWarning(`Lost the connection that follows the event log: ${messageOf(cause)}`)
          ),
          Effect.retry(patience),
          Effect.forever,
          Effect.forkScoped
        );
        return heads;
      })
    });
    return Effect.flatMap(RcRef.get(announcing), PubSub.subscribe);
  });
