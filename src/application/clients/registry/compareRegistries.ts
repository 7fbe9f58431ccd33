import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type RegistryReport, RegistryReports } from "../../../domain/client/registry/RegistryReports.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { decodeRecorded } from "../../event/decodeRecorded.ts";
import {
  clientRegistry,
  emptyRegistry,
  evolveRegistry,
  listed,
  type Registry
} from "../../projection/clientRegistry.ts";
import { skippedBy } from "../../projection/ReadModel.ts";
import { replayLog } from "../../projection/replayLog.ts";
import { type RegistryDifference, registryDifferences } from "./registryDifferences.ts";

const ofClients = streamName("client", "");

const skippedTypes = skippedBy(clientRegistry);

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
 * Replays the log in memory, and compares each report at the position it was made at. `unreadable` are event types that
 * a later version wrote; with any of them, no result is certain.
 */
const replay = Effect.fnUntraced(function* (
  reports: ReadonlyArray<RegistryReport>,
  progress: (position: number) => Effect.Effect<void>
) {
  const found: Array<ComparedProcess> = [];
  const unreadable = new Set<string>();
  let registry = emptyRegistry;
  let waiting = reports.toSorted((left, right) => left.position - right.position);
  const compareUpTo = (position: number): void => {
    found.push(...waiting.filter((report) => report.position < position).map((report) => compared(registry, report)));
    waiting = waiting.filter((report) => report.position >= position);
  };
  const fold = (recorded: RecordedEvent): void => {
    compareUpTo(recorded.position);
    const event = decodeRecorded(recorded);
    if (Either.isLeft(event)) unreadable.add(recorded.type);
    else if (recorded.stream.startsWith(ofClients)) registry = evolveRegistry(registry, event.right, recorded);
  };
  yield* replayLog(0, skippedTypes, (events, position) => {
    events.forEach(fold);
    return progress(position);
  });
  compareUpTo(Number.POSITIVE_INFINITY);
  return { clients: listed(registry).length, processes: found, unreadable: [...unreadable] };
});

/** Compares the client registry of every running process with the result of replaying the log. */
export const compareRegistries = traced("compareRegistries")(function* (
  progress: (position: number) => Effect.Effect<void>
) {
  const { collect } = yield* RegistryReports;
  const { reports, silent } = yield* collect;
  return { ...(yield* replay(reports, progress)), silent };
});
