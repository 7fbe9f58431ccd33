import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { RecordedEvent } from "./Envelope.ts";

/** What is needed to follow a log: a page after a position, the current head, and announcements of new heads. */
export interface FollowedLog<E> {
  readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<RecordedEvent>, E>;
  readonly head: Effect.Effect<number, E>;
  /** Waits for the next announcement. Late, repeated and skipped ones are harmless as long as the last one arrives. */
  readonly announced: Effect.Effect<number>;
}

const pageSize = 512;

/**
 * Streams every event after a position in pages, then each new one, exactly once and in order. Announcements only say
 * how far to read. The events always come from the log, so none is missed or duplicated.
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
