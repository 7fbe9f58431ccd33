import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";
import {
  type Archival,
  ArchivalRefused,
  type ArchivedEvents,
  type StoredEvent
} from "../../../domain/retention/ArchivedEvents.ts";
import type { ArchivedRow } from "../../../domain/retention/ArchivedRow.ts";
import { retentionByType } from "../../../domain/retention/retentionByType.ts";
import type { Cell } from "../MemoryStore.ts";
import { type LogState, lookupName } from "./LogState.ts";

/** Nothing is encrypted here: the values of an archived event stay in the state, and are erased there. */
const stored = (event: RecordedEvent): StoredEvent => ({
  event,
  sealed:
    event.personal === undefined
      ? []
      : [{ subject: "memory", sealed: "", places: event.personal.map(({ kind, pointers }) => ({ kind, pointers })) }]
});

const rowOf = (
  { leafHash, position, stream, version }: RecordedEvent,
  { archive, class: of }: Archival
): ArchivedRow => ({ position, stream, version, leafHash, class: of, archive });

const keptOf = ({ archived, events, head }: LogState): ReadonlyArray<RecordedEvent> =>
  events.slice(0, head).filter(({ position }) => !archived.has(position));

const without = (state: LogState, archival: Archival): LogState => ({
  ...state,
  archived: new Map([
    ...state.archived,
    ...archival.events.map(({ event }) => [event.position, rowOf(event, archival)] as const)
  ]),
  lookups: archival.events
    .flatMap(({ event }) => lookupKeys(event))
    .reduce((all, { key, kind }) => HashMap.remove(all, lookupName(kind, key)), state.lookups)
});

const isThere = ({ archived, events, head }: LogState, { leafHash, position }: RecordedEvent): boolean =>
  position <= head && !archived.has(position) && events[position - 1]?.leafHash === leafHash;

/** The archived events of the log in memory. Their streams keep their versions. */
export const archivedEvents = (log: Cell<LogState>): ArchivedEvents["Type"] => ({
  candidates: ({ before, class: of, upTo }, after, count) =>
    Effect.map(log.get, (state) =>
      keptOf(state)
        .filter(({ position }) => position > after && position <= upTo)
        .filter(({ recordedAt, type }) => recordedAt < before && retentionByType.get(type)?.class === of)
        .slice(0, count)
        .map(({ position, stream }) => ({ position, stream }))
    ),
  ofStreams: (streams) =>
    Effect.map(log.get, (state) => {
      const wanted = new Set(streams);
      return keptOf(state)
        .filter(({ stream }) => wanted.has(stream))
        .map(stored);
    }),
  archive: (archival) =>
    Effect.flatten(
      log.modify<Effect.Effect<void, ArchivalRefused>>((state) =>
        archival.events.every(({ event }) => isThere(state, event))
          ? [Effect.void, without(state, archival)]
          : [new ArchivalRefused({ reason: "changed" }), state]
      )
    ),
  range: ({ after, upTo }) =>
    Effect.map(log.get, ({ archived }) =>
      [...archived.values()]
        .filter(({ position }) => position > after && position <= upTo)
        .toSorted((left, right) => left.position - right.position)
    ),
  open: (contents) =>
    Effect.map(log.get, ({ events }) => contents.flatMap(({ position }) => events[position - 1] ?? []))
});
