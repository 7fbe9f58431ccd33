import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import { type ChangeCursor, type CursorRejected, formatChangeCursor } from "../../domain/record/change/ChangeCursor.ts";
import { type ChangePage, RecordChanges } from "../../domain/record/change/RecordChanges.ts";
import type { StorageUnavailable } from "../../domain/storage/StorageUnavailable.ts";

/** The maximum number of changes of a page. */
const pageSize = 200;

/** How many pages are kept for followers that are a little behind. */
const keptPages = 32;

/** How long a page is kept, in milliseconds. An older one would not say what was hidden since. */
const keptFor = 1_000;

type ReadFailure = CursorRejected | StorageUnavailable;

/** The change log of records, as this process follows it. */
export class ChangeFeed extends Context.Tag("application/ChangeFeed")<
  ChangeFeed,
  {
    /** The cursor after the last change. */
    readonly head: Effect.Effect<ChangeCursor, StorageUnavailable>;
    /**
     * Returns the next changes after a cursor, which may be none. Readers at the same cursor share one read. Fails if
     * nobody can continue at the cursor.
     */
    readonly read: (after: ChangeCursor) => Effect.Effect<ChangePage, ReadFailure>;
    /**
     * Returns the pages of changes after a cursor, and goes on as changes are committed. Followers at the same cursor share
     * one read. Fails if nobody can continue at the cursor, or when the database is unavailable; whoever follows again from
     * the cursor of the last page misses nothing.
     */
    readonly follow: (after: ChangeCursor) => Stream.Stream<ChangePage, ReadFailure>;
  }
>() {}

interface KeptPage {
  readonly page: Deferred.Deferred<ChangePage, ReadFailure>;
  /** In Unix milliseconds. */
  readonly readAt: number;
}

const makeChangeFeed = Effect.gen(function* () {
  const changes = yield* RecordChanges;
  const pages = new Map<string, KeptPage>();

  /** Keeps a page under the cursor before it, in place of the oldest one that is kept. */
  const keep = (key: string, kept: KeptPage): void => {
    pages.delete(key);
    pages.set(key, kept);
    if (pages.size > keptPages) for (const oldest of pages.keys()) return void pages.delete(oldest);
  };

  /** Reads a page, which others at the same cursor may wait for. An empty page is not kept: there may be changes soon. */
  const read = Effect.fnUntraced(function* (key: string, after: ChangeCursor) {
    const page = yield* Deferred.make<ChangePage, ReadFailure>();
    keep(key, { page, readAt: yield* Clock.currentTimeMillis });
    const exit = yield* Effect.exit(changes.read(after, pageSize));
    yield* Deferred.done(page, exit);
    const isKept = Exit.isSuccess(exit) && exit.value.changes.length > 0;
    if (!isKept && pages.get(key)?.page === page) pages.delete(key);
    return yield* exit;
  }, Effect.uninterruptible);

  /** A read that began earlier may not see what this follower was notified of, so an empty page of it is read again. */
  const readNext = Effect.fnUntraced(function* (after: ChangeCursor) {
    const key = formatChangeCursor(after);
    const known = pages.get(key);
    const now = yield* Clock.currentTimeMillis;
    const isFresh = known !== undefined && now - known.readAt < keptFor;
    const found = isFresh ? yield* Deferred.await(known.page) : null;
    return found !== null && found.changes.length > 0 ? found : yield* read(key, after);
  });

  const committedAfter = (commits: Queue.Dequeue<number>, commit: number): Effect.Effect<void> =>
    Effect.flatMap(Queue.take(commits), (latest) => (latest > commit ? Effect.void : committedAfter(commits, commit)));

  const follow = (after: ChangeCursor) =>
    Stream.unwrapScoped(
      Effect.map(changes.commits, (commits) => {
        const next = (cursor: ChangeCursor): Effect.Effect<ChangePage, ReadFailure> =>
          Effect.flatMap(readNext(cursor), (page) =>
            page.changes.length > 0
              ? Effect.succeed(page)
              : Effect.zipRight(committedAfter(commits, page.cursor.commit), next(page.cursor))
          );
        return Stream.unfoldEffect(after, (cursor) =>
          Effect.map(next(cursor), (page) => Option.some([page, page.cursor]))
        );
      })
    );

  return ChangeFeed.of({ head: changes.head, read: readNext, follow });
});

/** The feed of this process. */
export const layer: Layer.Layer<ChangeFeed, never, RecordChanges> = Layer.effect(ChangeFeed, makeChangeFeed);
