import * as Effect from "effect/Effect";
import type { DirectoryAccount } from "../../domain/account/AccountDirectory.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { DueRepositories } from "../../domain/sync/backfill/DueRepositories.ts";
import type { RepositoryIndexed, RepositoryIndexedV1 } from "../../domain/sync/backfill/SyncEvent.ts";
import { FollowedRepositories } from "../../domain/sync/stream/FollowedRepositories.ts";
import { loadEvents } from "../event/loadEvents.ts";
import { accountStream } from "../sync/account/accountStream.ts";
import { repositoryStream } from "../sync/backfill/indexRepository.ts";
import { indexStream } from "../sync/backfill/indexResetCount.ts";
import type { AccountIndexing, LastIndexing } from "./AccountIndexing.ts";

/** What the log says last of the records of an account, with the position of its event. */
type Recorded = { readonly position: number } & (
  | { readonly _tag: "Indexed"; readonly last: LastIndexing }
  | { readonly _tag: "Other"; readonly indexing: AccountIndexing }
);

const lastOf = (event: RepositoryIndexedV1 | RepositoryIndexed, at: number): LastIndexing => {
  const { pds, removed, rev, skipped, stored } = event;
  return { at, pds, rev, stored, removed, skipped };
};

const recordedIn = Effect.fnUntraced(function* (stream: StreamName) {
  const { events, history } = yield* loadEvents(stream);
  return events.flatMap((event, index): ReadonlyArray<Recorded> => {
    const { position = 0, recordedAt = "" } = history[index] ?? {};
    const at = Date.parse(recordedAt);
    const other = (indexing: AccountIndexing): ReadonlyArray<Recorded> => [{ _tag: "Other", position, indexing }];
    switch (event._tag) {
      case "RepositoryIndexed.v1":
      case "RepositoryIndexed.v2":
        return [{ _tag: "Indexed", position, last: lastOf(event, at) }];
      case "BackfillFailed.v1":
        return other({ code: "failed", reason: event.reason, at, tries: event.tries });
      case "AccountRecordsRemoved.v1":
        return other({ code: "removed", at, records: event.records });
      case "AccountErased.v1":
        return other({ code: "erased", at });
      case "IndexReset.v1":
        return other({ code: "never-indexed" });
      default:
        return [];
    }
  });
});

const recordedOf = Effect.fnUntraced(function* (did: Did) {
  const streams = [yield* repositoryStream(did), yield* accountStream(did), indexStream];
  const recorded = (yield* Effect.forEach(streams, recordedIn)).flat();
  return recorded.toSorted((left, right) => left.position - right.position);
});

/** Returns whether the records of an account are indexed or why not, and what the last reading of its repository stored. */
export const readIndexing = traced("readIndexing")(function* ({ did, status }: DirectoryAccount) {
  const recorded = yield* recordedOf(did);
  const latest = recorded.at(-1);
  const indexed = recorded.findLast((one) => one._tag === "Indexed");
  const last = indexed?._tag === "Indexed" ? indexed.last : null;
  const waiting = yield* (yield* DueRepositories).find(did);
  const followed = (yield* (yield* FollowedRepositories).find([did])).get(did);
  const since = followed?.desynchronizedAt ?? null;
  const settled = (): AccountIndexing => {
    if (latest?._tag === "Other") return latest.indexing;
    if (since !== null) return { code: "desynchronised", since };
    return { code: latest === undefined ? "never-indexed" : "indexed" };
  };
  const current = (): AccountIndexing => {
    if (status !== null && status !== "deleted") return { code: "hidden", status };
    if (waiting === null) return settled();
    return waiting.isClaimed ? { code: "indexing" } : { code: "waiting", ...waiting };
  };
  return { indexing: current(), last, rev: followed?.rev ?? null };
});
