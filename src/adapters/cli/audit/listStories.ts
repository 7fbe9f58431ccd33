import * as Effect from "effect/Effect";
import { readStories, type StoryOnPage } from "../../../application/audit/readStories.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { describeStory, storyJson } from "./describeStory.ts";
import { invalidFilter } from "./readFilter.ts";
import { writeOut } from "./writeOut.ts";

const pageSize = 100;

/** Reads the latest stories page by page, newest first. */
const readLatest = Effect.fnUntraced(function* (filter: AuditFilter, count: number) {
  const found: Array<StoryOnPage> = [];
  for (let hasMore = true; hasMore && found.length < count; ) {
    const after = found.at(-1)?.cursor ?? null;
    const page = yield* readStories(filter, { first: Math.min(pageSize, count - found.length), after });
    found.push(...page.nodes);
    hasMore = page.hasNextPage;
  }
  return found;
});

/** Writes the latest stories, oldest first. */
export const listStories = Effect.fnUntraced(
  function* (filter: AuditFilter, count: number, asJson: boolean) {
    const found = yield* readLatest(filter, count);
    const write = asJson ? storyJson : describeStory;
    yield* writeOut(found.toReversed().map(write).join(""));
    if (found.length === 0 && !asJson) yield* writeOut("No story matches.\n");
  },
  Effect.mapError((error) => {
    if (error._tag === "CommandFailed") return error;
    return error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error);
  })
);
