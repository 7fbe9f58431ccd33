import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { RecordedEvent } from "./Envelope.ts";

/** What following needs of a log: a page after a position, the head now, and heads as they are announced. */
export interface FollowedLog<E> {
  readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<RecordedEvent>, E>;
  readonly head: Effect.Effect<number, E>;
  /** Waits for the next announcement; late, repeated and skipped ones do no harm as long as a last one comes. */
  readonly announced: Effect.Effect<number>;
}

const pageSize = 512;

/**
 * Every event after a position by pages, then each new one, each once and in order. Announcements say only how far
 * to read; the events always come from the log, so that none is missed or doubled.
 */
export const followPages = <E>(log: FollowedLog<E>, after: number): Stream.Stream<RecordedEvent, E> => {
  const headBeyond = (cursor: number, head: number): Effect.Effect<number> =>
    head > cursor ? Effect.succeed(head) : Effect.flatMap(log.announced, (next) => headBeyond(cursor, next));

  const nextPage = (cursor: number, known: number): Effect.Effect<Page, E> =>
    Effect.flatMap(headBeyond(cursor, known), (head) =>
      Effect.flatMap(log.read(cursor, pageSize), (events) => {
        const last = events.at(-1);
        if (last !== undefined) return Effect.succeed({ events, cursor: last.position, head });
        return Effect.flatMap(log.head, (now) => nextPage(cursor, now));
      })
    );

  return Stream.unwrap(
    Effect.map(log.head, (head) =>
      Stream.unfoldChunkEffect({ cursor: after, head }, ({ cursor, head }) =>
        Effect.map(nextPage(cursor, head), (page) => Option.some([Chunk.unsafeFromArray(page.events), page] as const))
      )
    )
  );
};

interface Page {
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly cursor: number;
  readonly head: number;
}
