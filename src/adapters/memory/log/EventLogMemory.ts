import { randomBytes } from "node:crypto";
import * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as HashMap from "effect/HashMap";
import * as HashSet from "effect/HashSet";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as PubSub from "effect/PubSub";
import * as Queue from "effect/Queue";
import * as Stream from "effect/Stream";
import { latestNumbers } from "../../../application/concurrency/latestNumbers.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { pureHashing } from "../../../domain/crypto/Hashing.ts";
import { assignVersions, type VersionedEvent } from "../../../domain/event/assignVersions.ts";
import { relevantEvents } from "../../../domain/event/compaction.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { CursorBeyondHead, EventIdTaken, EventLog, VersionConflict } from "../../../domain/event/EventLog.ts";
import { followPages } from "../../../domain/event/followPages.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { commitmentTo, saltLength } from "../../../domain/personal/commitment.ts";
import { erasedDid } from "../../../domain/personal/erasedValue.ts";
import { erasePerson } from "../../../domain/personal/erasePerson.ts";
import { type Subject, Subjects } from "../../../domain/personal/Subjects.ts";
import { partsByOwner } from "../../../domain/personal/storedParts.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import { ArchivedEvents } from "../../../domain/retention/ArchivedEvents.ts";
import { MemoryStore } from "../MemoryStore.ts";
import { archivedEvents } from "./archivedEvents.ts";
import { type LogState, lookupName } from "./LogState.ts";

const emptyLog = (): LogState => ({
  head: 0,
  events: [],
  streams: HashMap.empty(),
  lookups: HashMap.empty(),
  ids: HashSet.empty(),
  subjects: HashMap.empty(),
  erased: HashSet.empty(),
  archived: new Map()
});

const streamOf = (state: LogState, stream: StreamName): ReadonlyArray<RecordedEvent> =>
  HashMap.get(state.streams, stream).pipe((found) => (found._tag === "Some" ? found.value : []));

const isKept = ({ archived }: LogState): ((event: RecordedEvent) => boolean) =>
  archived.size === 0 ? () => true : ({ position }) => !archived.has(position);

const withLookups = (lookups: LogState["lookups"], event: VersionedEvent): LogState["lookups"] =>
  lookupKeys(event).reduce((all, { kind, key }) => {
    const name = lookupName(kind, key);
    return HashMap.has(all, name) ? all : HashMap.set(all, name, event.stream);
  }, lookups);

const freshSalt = (): Uint8Array => randomBytes(saltLength);

const commitmentSource = { freshSalt, hashing: pureHashing };

const freshSubject = (did: Did): Subject => ({
  id: randomBytes(16).toString("base64url"),
  did,
  commitment: commitmentTo(freshSalt(), did)
});

const withSubjects = (state: LogState, dids: ReadonlyArray<Did>): LogState => ({
  ...state,
  subjects: dids.reduce(
    (all, did) => (HashMap.has(all, did) ? all : HashMap.set(all, did, freshSubject(did))),
    state.subjects
  )
});

/** Keys of an owner begin with the DID. */
const withoutPerson = (name: string, did: Did, id: string): string => {
  const prefix = lookupName("authorization-of-did", `${did} `);
  return name.startsWith(prefix)
    ? lookupName("authorization-of-did", `${erasedDid(id)} ${name.slice(prefix.length)}`)
    : name;
};

const appended = (state: LogState, stream: StreamName, placed: ReadonlyArray<VersionedEvent>) => {
  const events = placed.map((event, index) => ({ ...event, position: state.head + index + 1 }));
  state.events.length = state.head;
  for (const event of events) state.events.push(event);
  const next: LogState = {
    ...withSubjects(
      state,
      placed.flatMap((event) => [...partsByOwner(event).keys()])
    ),
    head: state.head + events.length,
    events: state.events,
    streams: HashMap.set(state.streams, stream, [...streamOf(state, stream), ...events]),
    lookups: placed.reduce(withLookups, state.lookups),
    ids: events.reduce((ids, { id }) => HashSet.add(ids, id), state.ids)
  };
  return [Either.right(events), next] as const;
};

const erasedFrom = (state: LogState, { did, id }: Subject): LogState => ({
  ...state,
  events: state.events.slice(0, state.head).map((event) => erasePerson(event, did, id)),
  streams: HashMap.map(state.streams, (events) => events.map((event) => erasePerson(event, did, id))),
  lookups: HashMap.fromIterable(
    [...state.lookups].map(([name, stream]) => [withoutPerson(name, did, id), stream] as const)
  ),
  subjects: HashMap.remove(state.subjects, did),
  erased: HashSet.add(state.erased, did)
});

const hasKnownId = (state: LogState, placed: ReadonlyArray<VersionedEvent>): boolean =>
  placed.some(({ id }) => HashSet.has(state.ids, id)) || new Set(placed.map(({ id }) => id)).size < placed.length;

const makeMemoryLog = Effect.gen(function* () {
  const store = yield* MemoryStore;
  const heads = yield* latestNumbers;
  const log = store.cell(emptyLog(), ({ head }) => PubSub.publish(heads, head));
  const head = Effect.map(log.get, (state) => state.head);

  const refuseBeyondHead = (cursor: number) =>
    Effect.filterOrFail(
      head,
      (found) => found >= cursor,
      (found) => new CursorBeyondHead({ cursor, head: found })
    );

  const append: EventLog["Type"]["append"] = Effect.fnUntraced(function* (stream, expected, events) {
    if (events.length === 0) return [];
    const recordedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
    const placed = assignVersions(stream, expected, events, recordedAt, commitmentSource).map(({ event }) => event);
    const outcome = yield* log.modify<Effect.Effect<ReadonlyArray<RecordedEvent>, VersionConflict>>((state) => {
      const actual = streamOf(state, stream).length;
      if (actual !== expected) return [new VersionConflict({ stream, expected, actual }), state];
      if (hasKnownId(state, placed)) return [Effect.die(new EventIdTaken()), state];
      return appended(state, stream, placed);
    });
    return yield* outcome;
  });

  const read = (after: number, limit: number) =>
    Effect.zipRight(
      refuseBeyondHead(after),
      Effect.map(log.get, (state) => {
        const upTo = state.archived.size === 0 ? Math.min(after + limit, state.head) : state.head;
        return state.events.slice(after, upTo).filter(isKept(state)).slice(0, limit);
      })
    );

  const load = (stream: StreamName) =>
    Effect.map(log.get, (state) => relevantEvents(streamOf(state, stream).filter(isKept(state))));

  const readRange: EventLog["Type"]["readRange"] = ({ after, upTo }, limit, skippedTypes) =>
    Effect.map(log.get, (state) =>
      state.events
        .slice(after, Math.min(upTo, state.head))
        .filter(({ type }) => !skippedTypes.has(type))
        .filter(isKept(state))
        .slice(0, limit)
    );

  const follow = Effect.fnUntraced(function* (after: number) {
    const announced = Queue.take(yield* PubSub.subscribe(heads));
    yield* refuseBeyondHead(after);
    return followPages({ read, head, announced }, after);
  }, Stream.unwrapScoped);

  return Context.make(EventLog, {
    append,
    load,
    cached: load,
    read,
    readRange,
    leafHash: (position) =>
      Effect.map(log.get, ({ events, head }) => (position <= head ? (events[position - 1]?.leafHash ?? null) : null)),
    pseudonym: (did) =>
      log.modify((state) => {
        const next = withSubjects(state, [did]);
        return [Option.getOrThrow(HashMap.get(next.subjects, did)).id, next];
      }),
    head,
    follow
  }).pipe(
    Context.add(Subjects, {
      find: (did) => Effect.map(log.get, ({ subjects }) => HashMap.get(subjects, did)),
      committed: (commitments) =>
        Effect.map(log.get, ({ subjects }) =>
          [...HashMap.values(subjects)].filter(({ commitment }) => commitments.includes(commitment))
        ),
      erasures: Effect.map(log.get, (state) =>
        state.events
          .slice(0, state.head)
          .flatMap(({ data, type }) => (type === "SubjectErased.v1" ? [String(data.commitment)] : []))
      ),
      blocked: (dids) => Effect.map(log.get, ({ erased }) => new Set(dids.filter((did) => HashSet.has(erased, did)))),
      allow: (dids) => log.modify((state) => [undefined, { ...state, erased: HashSet.difference(state.erased, dids) }]),
      dropAbandonedRebuild: Effect.void,
      erase: (subject) => log.modify((state) => [undefined, erasedFrom(state, subject)]),
      rotate: Effect.succeed(0)
    }),
    Context.add(ArchivedEvents, archivedEvents(log)),
    Context.add(Lookup, {
      find: (kind, key) => Effect.map(log.get, (state) => HashMap.get(state.lookups, lookupName(kind, key))),
      list: (kind, owner, after, limit) =>
        Effect.map(log.get, (state) => {
          const prefix = lookupName(kind, `${owner} `);
          return [...state.lookups]
            .filter(([name]) => name.startsWith(prefix))
            .map(([name, stream]) => ({ id: name.slice(prefix.length), stream }))
            .filter(({ id }) => after === null || id > after)
            .sort((left, right) => (left.id < right.id ? -1 : 1))
            .slice(0, limit);
        })
    })
  );
});

/** Implements the event log in this process, without durability. */
export const layer: Layer.Layer<EventLog | Lookup | Subjects | ArchivedEvents, never, MemoryStore> =
  Layer.effectContext(makeMemoryLog);
