import * as Effect from "effect/Effect";
import { FollowedSource } from "../../../application/sync/status/FollowedSource.ts";
import { readSyncStatus, type SourceStatus, type SyncStatus } from "../../../application/sync/status/readSyncStatus.ts";
import { recordedSource } from "../../../application/sync/status/recordedSource.ts";
import { sourceErrorText } from "../../../application/sync/status/sourceErrorText.ts";
import type { SourceState } from "../../../domain/sync/stream/sourceState.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { sourceStateText } from "./sourceStateText.ts";

const stateText = (state: SourceState): string =>
  state._tag === "Connected"
    ? `${sourceStateText(state)}, silent since ${isoTime(state.silentSince)}`
    : sourceStateText(state);

const cursorText = ({ cursor: { cursor, time } }: SourceStatus): string => {
  if (cursor === null) return "nothing is stored yet";
  return time === null ? `${cursor}` : `${cursor}, an event from ${isoTime(time)}`;
};

const sourceRows = (followed: SourceStatus): ReadonlyArray<readonly [string, string]> => {
  const { eventsPerSecond, lag, lastError, lastEventAt, source, state } = followed;
  return [
    ["source", `${source.kind} at ${source.address}`],
    ["state", stateText(state)],
    ["lag", lag === null ? "not known" : `${(lag / 1000).toFixed(1)} s`],
    ["events", `${eventsPerSecond.toFixed(1)} per second`],
    ["last event", lastEventAt === null ? "none yet" : isoTime(lastEventAt)],
    ["stored up to", cursorText(followed)],
    ["last error", lastError === null ? "none" : `${sourceErrorText(lastError)} (${isoTime(lastError.at)})`]
  ];
};

const offRows: ReadonlyArray<readonly [string, string]> = [
  ["source", "off; set SYNC_SOURCE to jetstream, firehose or tap to follow the network"]
];

const collectionRows = ({ collections }: SourceStatus): ReadonlyArray<readonly [string, string]> =>
  collections.map(({ collection, lastEventAt }) => [
    collection,
    lastEventAt === null ? "no change yet" : `last change ${isoTime(lastEventAt)}`
  ]);

const textOf = ({ deadLetters, followed, repositories }: SyncStatus): string =>
  columns([
    ...(followed === null ? offRows : sourceRows(followed)),
    ["repositories", `${repositories.known}, of which ${repositories.desynchronized} are out of sync`],
    ["dead letters", `${deadLetters}`],
    ...(followed === null ? [] : collectionRows(followed))
  ]);

/** The members about the source; all of them are null or empty while live sync is off. */
const sourceJson = (followed: SourceStatus | null) => ({
  source: followed?.source.kind ?? "off",
  address: followed?.source.address ?? null,
  state: followed?.state._tag.toLowerCase() ?? "off",
  since: isoTimeOrNull(followed?.state.since ?? null),
  connected: followed?.state._tag === "Connected",
  silentSince: isoTimeOrNull(followed?.state._tag === "Connected" ? followed.state.silentSince : null),
  cursor: followed?.cursor.cursor ?? null,
  cursorTime: isoTimeOrNull(followed?.cursor.time ?? null),
  lagSeconds: followed === null || followed.lag === null ? null : followed.lag / 1000,
  eventsPerSecond: followed?.eventsPerSecond ?? 0,
  lastEventAt: isoTimeOrNull(followed?.lastEventAt ?? null),
  lastError: followed === null || followed.lastError === null ? null : sourceErrorText(followed.lastError),
  lastErrorAt: isoTimeOrNull(followed?.lastError?.at ?? null),
  collections: (followed?.collections ?? []).map(({ collection, lastEventAt }) => ({
    collection,
    lastEventAt: isoTimeOrNull(lastEventAt)
  }))
});

const describe = (status: SyncStatus): Report => ({
  text: textOf(status),
  json: {
    ...sourceJson(status.followed),
    reposKnown: status.repositories.known,
    reposDesynchronised: status.repositories.desynchronized,
    deadLetters: status.deadLetters
  }
});

/** The command may lack the settings of the service, which has recorded what it follows. */
const report = Effect.gen(function* () {
  const source = (yield* recordedSource) ?? (yield* FollowedSource);
  return describe(yield* Effect.provideService(readSyncStatus, FollowedSource, source));
});

export const status: Run = (given) => presentWithSync(given, Effect.mapError(report, explainFailure));
