import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { readStories, type StoryOnPage } from "../../../application/audit/readStories.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { describeStory, storyJson } from "./describeStory.ts";
import { invalidFilter } from "./readFilter.ts";
import { writeOut } from "./writeOut.ts";

const pageSize = 100;

/** Events are collected for this long before their stories are written, because most steps of a story follow closely. */
const collectFor = "2 seconds";
const maxCollected = 10_000;

const lastPosition = ({ last }: StoryOnPage): number => last.event.position;

/** Reads up to `count` stories with an event after a position, page by page, newest first. */
const readLatest = Effect.fnUntraced(function* (filter: AuditFilter, count: number, since: number) {
  const found: Array<StoryOnPage> = [];
  for (let hasMore = true; hasMore && found.length < count; ) {
    const after = found.at(-1)?.cursor ?? null;
    const page = yield* readStories(filter, { first: Math.min(pageSize, count - found.length), after });
    const later = page.nodes.filter((story) => lastPosition(story) > since);
    found.push(...later);
    hasMore = page.hasNextPage && later.length === page.nodes.length;
  }
  return found;
});

const writerOf = (asJson: boolean) => (stories: ReadonlyArray<StoryOnPage>) =>
  writeOut(
    stories
      .toReversed()
      .map(asJson ? storyJson : describeStory)
      .join("")
  );

interface Listing {
  readonly filter: AuditFilter;
  /** The number of stories to begin with. */
  readonly count: number;
  readonly asJson: boolean;
  /** Whether to continue with the stories of new events, until the command is interrupted. */
  readonly isFollowing: boolean;
}

/** Writes the latest stories, oldest first. When it follows the log, it writes a story again if the story continues. */
export const listStories = Effect.fnUntraced(
  function* ({ asJson, count, filter, isFollowing }: Listing) {
    const log = yield* EventLog;
    const head = yield* log.head;
    const write = writerOf(asJson);
    const found = yield* readLatest(filter, count, 0);
    yield* write(found);
    if (!isFollowing) {
      if (found.length === 0 && !asJson) yield* writeOut("No story matches.\n");
      return;
    }
    let written = Math.max(head, ...found.map(lastPosition));
    yield* log.follow(written).pipe(
      Stream.groupedWithin(maxCollected, collectFor),
      Stream.runForEach(
        Effect.fnUntraced(function* () {
          const stories = yield* readLatest(filter, Number.MAX_SAFE_INTEGER, written);
          yield* write(stories);
          written = Math.max(written, ...stories.map(lastPosition));
        })
      )
    );
  },
  Effect.mapError((error) => {
    if (error._tag === "CommandFailed") return error;
    return error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error);
  })
);
