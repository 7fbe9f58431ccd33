import * as Effect from "effect/Effect";
import { traced } from "../../../domain/failure/traced.ts";
import { type DeadLetterFilter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { type RetryCounts, retryPage } from "./retryPage.ts";

/** How many dead letters are read at once. */
const pageSize = 200;

/** Tries up to a page of dead letters that were stored before the one with the id `before`. `next` is null at the end. */
export const retryNextPage = Effect.fnUntraced(function* (filter: DeadLetterFilter, before: number | null) {
  const letters = yield* DeadLetters;
  const page = yield* letters.list(filter, before, pageSize);
  const counts = yield* retryPage(page);
  return { counts, next: page.length < pageSize ? null : (page.at(-1)?.id ?? null) };
});

/**
 * Tries the dead letters that match again, newest first, and returns how many were tried, how many of their records are
 * indexed now, and how many are gone because their records were deleted. Those that are stored meanwhile are not tried.
 */
export const retryDeadLetters = traced("retryDeadLetters")(function* (filter: DeadLetterFilter) {
  let total: RetryCounts = { tried: 0, indexed: 0, gone: 0 };
  let before: number | null = null;
  for (;;) {
    const { counts, next }: Effect.Effect.Success<ReturnType<typeof retryNextPage>> = yield* retryNextPage(
      filter,
      before
    );
    total = {
      tried: total.tried + counts.tried,
      indexed: total.indexed + counts.indexed,
      gone: total.gone + counts.gone
    };
    if (next === null) return total;
    before = next;
    yield* Effect.sleep(0);
  }
});
