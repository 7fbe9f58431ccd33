import * as Effect from "effect/Effect";
import { traced } from "../../../domain/failure/traced.ts";
import type { BackfillTarget } from "../../../domain/sync/backfill/BackfillJobEvent.ts";
import { Backfills } from "../../../domain/sync/backfill/Backfills.ts";
import {
  type ListedPage,
  type Listing,
  RepositoryDirectory
} from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import type { BackfillRequest } from "./BackfillRequest.ts";
import { readBackfillRequest } from "./readBackfillRequest.ts";

/** How much a backfill would read. Bytes and seconds follow from earlier backfills, and are null without any. */
export interface BackfillEstimate {
  readonly target: BackfillTarget;
  /** The number of repositories that were counted. */
  readonly repositories: number;
  /** Whether there are no more: only `maxPages` pages are counted. */
  readonly isExact: boolean;
  readonly bytes: number | null;
  readonly seconds: number | null;
}

/** How many pages of repositories are counted, so that an estimate takes seconds. */
const maxPages = 10;

/** How many earlier backfills an estimate is based on. */
const earlier = 20;

const listingOf = (target: BackfillTarget): Listing | null => (target.kind === "actor" ? null : target);

const countListed = Effect.fnUntraced(function* (listing: Listing) {
  const directory = yield* RepositoryDirectory;
  let repositories = 0;
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const listed: ListedPage = yield* directory.list(listing, cursor);
    repositories += listed.dids.length;
    cursor = listed.cursor;
    if (cursor === null) return { repositories, isExact: true };
  }
  return { repositories, isExact: false };
});

const count = (target: BackfillTarget) => {
  const listing = listingOf(target);
  if (listing !== null) return countListed(listing);
  return Effect.succeed({ repositories: target.kind === "actor" ? target.dids.length : 0, isExact: true });
};

/** Returns the average bytes and seconds per repository of earlier backfills; null without any. */
const averages = Effect.gen(function* () {
  const backfills = yield* Backfills;
  const ended = (yield* backfills.list(null, earlier)).filter(
    ({ processed, state }) => state === "completed" && processed > 0
  );
  const processed = ended.reduce((sum, each) => sum + each.processed, 0);
  if (processed === 0) return null;
  const bytes = ended.reduce((sum, each) => sum + each.bytes, 0);
  const milliseconds = ended.reduce((sum, { endedAt, startedAt }) => sum + (endedAt ?? startedAt) - startedAt, 0);
  return { bytes: bytes / processed, seconds: milliseconds / 1000 / processed };
});

/** Estimates what a backfill would read, without starting it. Fails like `startBackfill`. */
export const estimateBackfill = traced("estimateBackfill")(function* (request: BackfillRequest) {
  const target = yield* readBackfillRequest(request);
  const { isExact, repositories } = yield* count(target);
  const average = yield* averages;
  return {
    target,
    repositories,
    isExact,
    bytes: average === null ? null : Math.round(average.bytes * repositories),
    seconds: average === null ? null : Math.ceil(average.seconds * repositories)
  } satisfies BackfillEstimate;
});
