import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { FollowedLog } from "../../../domain/event/followPages.ts";

type Page<E> = Deferred.Deferred<ReadonlyArray<RecordedEvent>, E>;

/** Enough for followers that are a little behind each other. */
const maxCachedPages = 4;

/**
 * Lets followers that stand at the same position share one read: they all wait for the same news. A page is not asked
 * for again while it is one of the last few; what was read once stays as it is, and only the end of the log grows.
 */
export const coalescePages = <E>(
  read: FollowedLog<E>["read"]
): Effect.Effect<FollowedLog<E>["read"], never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const pages = new Map<number, Page<E>>();

    const fetch = (after: number, limit: number, page: Page<E>) =>
      Effect.exit(read(after, limit)).pipe(
        Effect.tap((exit) => {
          // Nothing there yet, or nobody knows: the next one who asks looks again.
          if (exit._tag === "Failure" || exit.value.length === 0) pages.delete(after);
          return Deferred.done(page, exit);
        }),
        // Not in the fiber of who asks first, which may be interrupted while others wait.
        Effect.forkIn(scope)
      );

    const begin = (after: number, limit: number) =>
      Effect.flatMap(Deferred.make<ReadonlyArray<RecordedEvent>, E>(), (page) => {
        pages.set(after, page);
        for (const [oldest] of pages) if (pages.size > maxCachedPages) pages.delete(oldest);
        return Effect.zipRight(fetch(after, limit, page), Deferred.await(page));
      });

    return (after, limit) =>
      Effect.suspend(() => {
        const known = pages.get(after);
        return known === undefined ? begin(after, limit) : Deferred.await(known);
      });
  });
