import * as Effect from "effect/Effect";
import { type LabelerStatus, readLabelers } from "../../../application/labelers/readLabelers.ts";
import { sourceErrorText } from "../../../application/sync/status/sourceErrorText.ts";
import type { SourceState } from "../../../domain/sync/stream/sourceState.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isoOrNull = (milliseconds: number | null): string | null => (milliseconds === null ? null : iso(milliseconds));

const stateText = (state: SourceState): string => {
  switch (state._tag) {
    case "Connected":
      return `connected since ${iso(state.since)}`;
    case "Disconnected":
      return `not connected since ${iso(state.since)}; the service keeps trying`;
    case "Unattended":
      return state.since === null
        ? "not followed: no process has reported yet"
        : `not followed: no process has reported since ${iso(state.since)}`;
  }
};

const rows = (labeler: LabelerStatus): ReadonlyArray<readonly [string, string]> => {
  const { cursor, did, endpoint, labels, lastError, lastLabelAt, missedAt, rejections, state } = labeler;
  return [
    ["labeler", did],
    ["service", endpoint ?? "not known yet"],
    ["state", stateText(state)],
    ["stored up to", cursor === null ? "nothing is stored yet" : `${cursor}`],
    ["labels", `${labels}`],
    ["last label", lastLabelAt === null ? "none yet" : iso(lastLabelAt)],
    ["last error", lastError === null ? "none" : `${sourceErrorText(lastError)} (${iso(lastError.at)})`],
    ...(missedAt === null ? [] : [["missed labels", `at ${iso(missedAt)}`] as const]),
    ...rejections.map(
      ({ count, detail, lastAt, reason }) =>
        ["without effect", `${count} ${reason}, last ${iso(lastAt)}: ${detail}`] as const
    )
  ];
};

const none = "There are no external labelers. LABELERS names them.";

const jsonOf = (labeler: LabelerStatus) => ({
  did: labeler.did,
  endpoint: labeler.endpoint,
  state: labeler.state._tag.toLowerCase(),
  since: isoOrNull(labeler.state.since),
  cursor: labeler.cursor,
  labels: labeler.labels,
  lastLabelAt: isoOrNull(labeler.lastLabelAt),
  missedAt: isoOrNull(labeler.missedAt),
  lastError: labeler.lastError === null ? null : sourceErrorText(labeler.lastError),
  lastErrorAt: isoOrNull(labeler.lastError?.at ?? null),
  rejections: labeler.rejections.map(({ lastAt, ...rejection }) => ({ ...rejection, lastAt: iso(lastAt) }))
});

const describe = (labelers: ReadonlyArray<LabelerStatus>): Report => ({
  text: labelers.length === 0 ? none : labelers.map((labeler) => columns(rows(labeler))).join("\n\n"),
  json: labelers.map(jsonOf)
});

export const labelers: Run = (given) =>
  present(given, Effect.mapError(Effect.map(readLabelers, describe), explainFailure));
