import { randomUUID } from "node:crypto";
import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as PubSub from "effect/PubSub";
import { latestNumbers } from "../../../application/concurrency/latestNumbers.ts";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import { cdnBlobUrl, defaultCdn } from "../../../domain/record/blob/blobUrl.ts";
import { RecordChanges } from "../../../domain/record/change/RecordChanges.ts";
import type { IndexedField } from "../../../domain/record/index/IndexedField.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import {
  defaultMaxResponseBytes,
  RecordIndex,
  type RecordIndexUnavailable,
  type RecordRemoval,
  tooLarge
} from "../../../domain/record/index/RecordIndex.ts";
import { RemovedRecords } from "../../../domain/record/index/RemovedRecords.ts";
import type { ParameterValue, RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { MemoryStore } from "../MemoryStore.ts";
import { eraseChanges } from "./ChangeLog.ts";
import { evaluateQuery } from "./evaluateQuery.ts";
import { type LabelPorts, labelPorts } from "./labelPorts.ts";
import { logChanges } from "./logChanges.ts";
import * as State from "./RecordState.ts";
import { recordChanges } from "./recordChanges.ts";
import { refusedSearch } from "./searchedPaths.ts";
import { searchHandles } from "./searchHandles.ts";

interface RecordIndexMemoryOptions {
  /** The base URL of images; the CDN of the Bluesky network by default. */
  readonly cdn?: string;
  /** The maximum size of a result in bytes; 16,000,000 by default. */
  readonly answerBytes?: number;
  /** The fields that are configured to be searched; none by default. */
  readonly searched?: ReadonlyArray<IndexedField>;
}

/** Implements the record index in memory, with its accounts. It takes part in the transactions of the memory store. */
export const layer = ({
  cdn = defaultCdn,
  answerBytes = defaultMaxResponseBytes,
  searched = []
}: RecordIndexMemoryOptions = {}): Layer.Layer<
  RecordIndex | KnownActors | RemovedRecords | RecordChanges | LabelPorts,
  never,
  MemoryStore
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* MemoryStore;
      const epoch = randomUUID();
      const commits = yield* latestNumbers;
      const cell = store.cell(State.emptyState, ({ changeLog }) => PubSub.publish(commits, changeLog.commit));
      const blobUrl = cdnBlobUrl(cdn);
      const change = (next: (state: State.RecordState) => State.RecordState) =>
        cell.modify((state) => [undefined, next(state)]);
      /** Changes the state, and logs what changed at some URIs. */
      const logged = (
        uris: (state: State.RecordState) => Iterable<AtUri>,
        next: (state: State.RecordState, now: number) => State.RecordState
      ) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          change((state) => logChanges(state, next(state, now), uris(state), now))
        );

      const removeAt = (removals: ReadonlyArray<RecordRemoval>) =>
        logged(
          () => removals.map(({ uri }) => uri),
          (state, now) => State.removeAll(state, removals, now)
        );
      const putAll = (records: ReadonlyArray<IndexedRecord>) =>
        logged(
          () => records.map(({ uri }) => uri),
          (state) => records.reduce(State.put, state)
        );

      const run = (query: RecordQuery, parameters: ReadonlyArray<ParameterValue>, reader: State.RecordReader) =>
        Effect.flatMap(
          Effect.all([cell.get, Clock.currentTimeMillis]),
          ([state, now]): Effect.Effect<string, RecordIndexUnavailable | SearchRefused> => {
            const refused = refusedSearch(query, state, searched);
            if (refused !== null) return Effect.fail(refused);
            const options = { reader, blobUrl, answerBytes, epoch, now, searched };
            const text = evaluateQuery(query, parameters, state, options);
            return text === null ? Effect.fail(tooLarge(answerBytes)) : Effect.succeed(text);
          }
        );

      const index = RecordIndex.of({
        define: (lexicons) => change((state) => State.define(state, lexicons)),
        put: (record) => putAll([record]),
        putAll,
        remove: (uri, rev) => removeAt([{ uri, rev }]),
        removeAll: removeAt,
        changeAll: (records, removals) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            change((state) => records.reduce(State.put, State.removeAll(state, removals, now)))
          ),
        removeUnchanged: (records) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            cell.modify((state) => {
              const removals = State.unchanged(state, records);
              const uris = removals.map(({ uri }) => uri);
              return [removals, logChanges(state, State.removeAll(state, removals, now), uris, now)];
            })
          ),
        clear: Effect.flatMap(Clock.currentTimeMillis, (now) =>
          cell.modify((state) => [
            State.countAll(state),
            logChanges(state, State.clear(state), State.urisOf(state, null), now)
          ])
        ),
        putActor: (actor) => change((state) => State.putActor(state, actor)),
        setIdentity: (actor) => change((state) => State.setIdentity(state, actor)),
        hide: (did, status) =>
          logged(
            (state) => State.urisOf(state, did),
            (state) => State.hide(state, did, status)
          ),
        show: (did) =>
          logged(
            (state) => State.urisOf(state, did),
            (state) => State.show(state, did)
          ),
        takeDown: (takedown) =>
          logged(
            (state) => State.urisOf(state, takedown.subject.did),
            (state) => State.takeDown(state, takedown)
          ),
        restore: (subject) =>
          logged(
            (state) => State.urisOf(state, subject.did),
            (state) => State.restore(state, subject)
          ),
        erase: (did) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            cell.modify((state) => {
              const next = logChanges(state, State.erase(state, did), State.urisOf(state, did), now);
              const erased = { ...next, changeLog: eraseChanges(next.changeLog, did) };
              return [State.countAll(state) - State.countAll(next), erased];
            })
          ),
        find: (uri) => Effect.map(cell.get, (state) => State.findRecord(state, uri)),
        scan: (collection, after, limit) =>
          Effect.map(cell.get, (state) => State.scan(state, collection, after, limit)),
        list: (range, limit) => Effect.map(cell.get, (state) => State.list(state, range, limit)),
        markSeen: (did, at) =>
          cell.modify((state) => {
            const next = State.markSeen(state, did, at);
            return [Option.getOrElse(HashMap.get(next.seen, did), () => at), next];
          }),
        indexReferences: () => Effect.succeed(null),
        removeAccount: (did) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            cell.modify((state) => {
              const next = logChanges(state, State.removeAccount(state, did), State.urisOf(state, did), now);
              return [State.countAll(state) - State.countAll(next), next];
            })
          ),
        query: (query, parameters, author = null) => run(query, parameters, author),
        queryBytes: (query, parameters, author = null) =>
          Effect.map(run(query, parameters, author), (text) => Buffer.from(text)),
        queryAsAdmin: run
      });
      const actors = KnownActors.of({
        handles: (dids) => Effect.map(cell.get, (state) => State.handlesOf(state, dids)),
        known: (dids) => Effect.map(cell.get, (state) => new Set(State.select(state.actors, dids).keys())),
        actors: (dids) => Effect.map(cell.get, (state) => State.select(state.actors, dids)),
        hidden: (dids) => Effect.map(cell.get, (state) => State.select(state.hidden, dids)),
        knownAndHidden: (dids) =>
          Effect.map(cell.get, (state) => ({
            known: new Set(State.select(state.actors, dids).keys()),
            hidden: new Set(State.select(state.hidden, dids).keys())
          })),
        find: (handle) => Effect.map(cell.get, (state) => State.findByHandle(state, handle)),
        search: (text, limit) => Effect.map(cell.get, (state) => searchHandles(state, text, limit)),
        list: (after, limit) => Effect.map(cell.get, (state) => State.listActors(state, after, limit)),
        count: Effect.map(cell.get, (state) => HashMap.size(state.actors)),
        records: (collection) => Effect.map(cell.get, (state) => State.countRecords(state, collection))
      });
      const removed = RemovedRecords.of({
        find: (uri) => Effect.map(cell.get, (state) => HashMap.get(state.removed, uri))
      });
      return Context.make(RecordIndex, index).pipe(
        Context.add(KnownActors, actors),
        Context.add(RemovedRecords, removed),
        Context.add(RecordChanges, recordChanges(cell, commits, epoch)),
        Context.merge(labelPorts(cell))
      );
    })
  );
