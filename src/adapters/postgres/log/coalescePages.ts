import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { FollowedLog } from "../../../domain/event/followPages.ts";
import { haveErasure } from "./eventRow.ts";

type Page<E> = Deferred.Deferred<ReadonlyArray<RecordedEvent>, E>;

/** Enough for subscribers that are a little behind each other. */
const maxCachedPages = 4;

/**
 * Coalesces the reads of subscribers at the same position, which all wait for the same events. The last few pages are cached:
 * a page that was read never changes, because only the end of the log grows. Pages from before an erasure are forgotten.
 */
export const coalescePages = <E>(
  read: FollowedLog<E>["read"]
): Effect.Effect<FollowedLog<E>["read"], never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const pages = new Map<number, Page<E>>();

    const keepOnly = (kept: number) => {
      for (const [after] of pages) if (after !== kept) pages.delete(after);
    };

    const fetch = (after: number, limit: number, page: Page<E>) =>
      Effect.exit(read(after, limit)).pipe(
        Effect.tap((exit) => {
          // An empty page and a failure are not cached.
          if (exit._tag === "Failure" || exit.value.length === 0) pages.delete(after);
          else if (haveErasure(exit.value)) keepOnly(after);
          return Deferred.done(page, exit);
        }),
        // Not in the fiber of the first caller, which may be interrupted while others wait.
        Effect.forkIn(scope)
      );

    const start = (after: number, limit: number) =>
      Effect.flatMap(Deferred.make<ReadonlyArray<RecordedEvent>, E>(), (page) => {
        pages.set(after, page);
        for (const [oldest] of pages) if (pages.size > maxCachedPages) pages.delete(oldest);
        return Effect.zipRight(fetch(after, limit, page), Deferred.await(page));
      });

    return (after, limit) =>
      Effect.suspend(() => {
        const known = pages.get(after);
        return known === undefined ? start(after, limit) : Deferred.await(known);
      });
  });
