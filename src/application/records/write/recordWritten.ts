import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { matchesCid } from "../../../domain/record/index/matchesCid.ts";
import { RecordIndex, type RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import {
  RecordWritten,
  type WriteRequested,
  WrittenCidDiffered
} from "../../../domain/record/write/RecordWriteEvent.ts";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { loadWrite } from "./loadWrite.ts";

/** What is at an address after a write; null after a delete. */
export interface Result {
  readonly uri: AtUri;
  readonly record: { readonly cid: Cid; readonly value: JsonObject } | null;
  readonly rev: string | null;
}

/** The outcome of a write that the PDS carried out, or was found to have carried out. */
interface WrittenOutcome {
  readonly stream: StreamName;
  readonly version: number;
  readonly requests: ReadonlyArray<WriteRequested>;
  /** The CIDs that the PDS reports, in the order of the requests. */
  readonly cids: ReadonlyArray<Cid | null>;
  readonly rev: string | null;
  /** What the index will hold. */
  readonly results: ReadonlyArray<Result>;
  readonly found: boolean;
  readonly metadata: EventMetadata;
}

const factsOf = ({ requests, cids, rev, found }: WrittenOutcome) =>
  requests.flatMap(({ cid: expected, uri, writeId }, at) => {
    const cid = cids[at] ?? null;
    const fact = new RecordWritten({ writeId, uri, cid, rev, ...(found && { found: true as const }) });
    const differs = cid !== null && expected !== null && cid !== expected;
    return differs ? [new WrittenCidDiffered({ writeId, uri, expected, actual: cid }), fact] : [fact];
  });

/** Returns what the index may show at an address: nothing if the value from the PDS does not match its CID. */
const shown = Effect.fnUntraced(function* ({ record, uri }: Result) {
  if (record === null || matchesCid(record)) return record;
  yield* Effect.logWarning(
    `The PDS returned a value of ${uri} that does not match its CID ${record.cid}; the record is not indexed`
  );
  return null;
});

/** Applies results in the order of their addresses, so that two writes to the same ones cannot deadlock. */
const indexResults = Effect.fnUntraced(function* (results: ReadonlyArray<Result>) {
  const index = yield* RecordIndex;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const ordered = results.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  const store = (result: Result): Effect.Effect<void, RecordIndexUnavailable> =>
    Effect.flatMap(shown(result), (record) => {
      const { rev, uri } = result;
      return record === null
        ? index.remove(uri, rev)
        : index.put({ ...recordAddress(uri), ...record, uri, rev, indexedAt });
    });
  yield* Effect.forEach(ordered, store, { discard: true });
});

/**
 * Records that a write was carried out, in one transaction with its changes to the index. If another request recorded
 * the same, or an unknown outcome, that event comes first.
 */
export const recordWritten: (
  outcome: WrittenOutcome
) => Effect.Effect<
  void,
  Effect.Effect.Error<ReturnType<typeof loadWrite>> | RecordIndexUnavailable | StorageUnavailable,
  Atomically | RecordIndex | Effect.Effect.Context<ReturnType<typeof appendEvents>>
> = Effect.fnUntraced(
  function* (outcome) {
    const atomically = yield* Atomically;
    const { metadata, results, stream, version } = outcome;
    const facts = factsOf(outcome);
    for (const fact of facts)
      if (fact._tag === "WrittenCidDiffered.v1")
        yield* Effect.logWarning(`The PDS stored ${fact.uri} as ${fact.actual} instead of ${fact.expected}`);
    yield* atomically.run(Effect.zipRight(indexResults(results), appendEvents(stream, version, facts, metadata)));
  },
  (effect, outcome) =>
    Effect.catchTag(effect, "VersionConflict", () =>
      Effect.flatMap(loadWrite(outcome.stream), ({ state, version }) =>
        state._tag === "Written" ? Effect.void : recordWritten({ ...outcome, version })
      )
    )
);
