import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { LiveRegistries, type RegistryReport } from "../../domain/client/LiveRegistries.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { decodeRecorded } from "../event/decodeRecorded.ts";
import { emptyRegistry, evolveRegistry, listed, type Registry } from "./ClientRegistryProjection.ts";
import { type RegistryDifference, registryDifferences } from "./registryDifferences.ts";

const pageSize = 5000;

const ofClients = streamName("client", "");

export interface ComparedProcess {
  readonly process: string;
  readonly position: number;
  readonly clients: number;
  readonly differences: ReadonlyArray<RegistryDifference>;
}

const compared = (registry: Registry, { clients, position, process }: RegistryReport): ComparedProcess => ({
  process,
  position,
  clients: clients.length,
  differences: registryDifferences(listed(registry), clients)
});

/**
 * Replays the log into memory, and compares each report at the position that it was made at. `unreadable` are types of
 * events that a later version wrote: then nothing that was compared is certain.
 */
const replay = Effect.fnUntraced(function* (
  reports: ReadonlyArray<RegistryReport>,
  progress: (position: number) => Effect.Effect<void>
) {
  const log = yield* EventLog;
  const found: Array<ComparedProcess> = [];
  const types = new Map<string, boolean>();
  let registry = emptyRegistry;
  let waiting = reports.toSorted((left, right) => left.position - right.position);
  const compareUpTo = (position: number): void => {
    found.push(...waiting.filter((report) => report.position < position).map((report) => compared(registry, report)));
    waiting = waiting.filter((report) => report.position >= position);
  };
  for (let cursor = 0, page = pageSize; page === pageSize; cursor += page) {
    const events = yield* log.read(cursor, pageSize);
    for (const recorded of events) {
      compareUpTo(recorded.position);
      const isOfClient = recorded.stream.startsWith(ofClients);
      if (!isOfClient && types.has(recorded.type)) continue;
      const event = yield* Effect.option(decodeRecorded(recorded));
      types.set(recorded.type, Option.isSome(event) && (types.get(recorded.type) ?? true));
      if (isOfClient && Option.isSome(event)) registry = evolveRegistry(registry, event.value, recorded);
    }
    page = events.length;
    yield* progress(cursor + page);
  }
  compareUpTo(Number.POSITIVE_INFINITY);
  const unreadable = [...types].flatMap(([type, isReadable]) => (isReadable ? [] : [type]));
  return { clients: listed(registry).length, processes: found, unreadable };
});

/** Compares the client registry of every running process with what replaying the log gives. */
export const compareRegistries = Effect.fn("compareRegistries")(function* (
  progress: (position: number) => Effect.Effect<void>
) {
  const { ask } = yield* LiveRegistries;
  const { reports, silent } = yield* ask;
  return { ...(yield* replay(reports, progress)), silent };
});
