import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { OtherInstance } from "../../domain/movein/OtherInstance.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";
import { maxActorsAtOnce } from "../sync/backfill/BackfillRequest.ts";
import { beginBackfill } from "../sync/backfill/backfillJobs.ts";
import { operator } from "./operator.ts";

const isDid = Schema.is(Did);

const beginPage = Effect.fnUntraced(function* (page: ReadonlyArray<Did>) {
  // A backfill of an account that was erased would let it be indexed again.
  const erased = yield* (yield* Subjects).blocked(page);
  const dids = page.filter((did) => !erased.has(did));
  if (!Arr.isNonEmptyReadonlyArray(dids)) return [];
  return [(yield* beginBackfill({ kind: "actor", dids }, operator)).id];
});

/** Starts backfills of all accounts whose records another instance indexed, and returns their ids. Skips erased accounts. */
export const backfillMoved = traced("backfillMoved")(function* ({ accounts }: OtherInstance) {
  const pages = Arr.chunksOf(accounts.filter(isDid), maxActorsAtOnce);
  return (yield* Effect.forEach(pages, beginPage)).flat();
});
