import * as Effect from "effect/Effect";
import { FollowedSource } from "../../../application/sync/status/FollowedSource.ts";
import { readSyncStatus, type SourceStatus, type SyncStatus } from "../../../application/sync/status/readSyncStatus.ts";
import { recordedSource } from "../../../application/sync/status/recordedSource.ts";
import { sourceErrorText } from "../../../application/sync/status/sourceErrorText.ts";
import type { SourceState } from "../../../domain/sync/stream/sourceState.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { presentWithSync, type Report } from "../report/present.ts";

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isoOrNull = (milliseconds: number | null): string | null => (milliseconds === null ? null : iso(milliseconds));

const stateText = (state: SourceState): string => {
  switch (state._tag) {
    case "Connected":
      return `connected since ${iso(state.since)}, silent since ${iso(state.silentSince)}`;
    case "Disconnected":
      return `not connected since ${iso(state.since)}; the service keeps trying`;
    case "Unattended":
      return state.since === null
        ? "not followed: no process has reported yet"
        : `not followed: no process has reported since ${iso(state.since)}`;
  }
};

const cursorText = ({ cursor: { cursor, time } }: SourceStatus): string => {
  if (cursor === null) return "nothing is stored yet";
  return time === null ? `${cursor}` : `${cursor}, an event from ${iso(time)}`;
};

const sourceRows = (followed: SourceStatus): ReadonlyArray<readonly [string, string]> => {
  const { eventsPerSecond, lag, lastError, lastEventAt, source, state } = followed;
  return [
    ["source", `${source.kind} at ${source.address}`],
    ["state", stateText(state)],
    ["lag", lag === null ? "not known" : `${(lag / 1000).toFixed(1)} s`],
    ["events", `${eventsPerSecond.toFixed(1)} per second`],
    ["last event", lastEventAt === null ? "none yet" : iso(lastEventAt)],
    ["stored up to", cursorText(followed)],
    ["last error", lastError === null ? "none" : `${sourceErrorText(lastError)} (${iso(lastError.at)})`]
  ];
};

const offRows: ReadonlyArray<readonly [string, string]> = [
  ["source", "off; set SYNC_SOURCE to jetstream, firehose or tap to follow the network"]
];

const collectionRows = ({ collections }: SourceStatus): ReadonlyArray<readonly [string, string]> =>
  collections.map(({ collection, lastEventAt }) => [
    collection,
    lastEventAt === null ? "no change yet" : `last change ${iso(lastEventAt)}`
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
  since: isoOrNull(followed?.state.since ?? null),
  connected: followed?.state._tag === "Connected",
  silentSince: isoOrNull(followed?.state._tag === "Connected" ? followed.state.silentSince : null),
  cursor: followed?.cursor.cursor ?? null,
  cursorTime: isoOrNull(followed?.cursor.time ?? null),
  lagSeconds: followed === null || followed.lag === null ? null : followed.lag / 1000,
  eventsPerSecond: followed?.eventsPerSecond ?? 0,
  lastEventAt: isoOrNull(followed?.lastEventAt ?? null),
  lastError: followed === null || followed.lastError === null ? null : sourceErrorText(followed.lastError),
  lastErrorAt: isoOrNull(followed?.lastError?.at ?? null),
  collections: (followed?.collections ?? []).map(({ collection, lastEventAt }) => ({
    collection,
    lastEventAt: isoOrNull(lastEventAt)
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
