import * as Effect from "effect/Effect";
import { type LabelerStatus, readLabelers } from "../../../application/labelers/readLabelers.ts";
import { sourceErrorText } from "../../../application/sync/status/sourceErrorText.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { sourceStateText } from "./sourceStateText.ts";

const rows = (labeler: LabelerStatus): ReadonlyArray<readonly [string, string]> => {
  const { cursor, did, endpoint, labels, lastError, lastLabelAt, missedAt, rejections, state } = labeler;
  return [
    ["labeler", did],
    ["service", endpoint ?? "not known yet"],
    ["state", sourceStateText(state)],
    ["stored up to", cursor === null ? "nothing is stored yet" : `${cursor}`],
    ["labels", `${labels}`],
    ["last label", lastLabelAt === null ? "none yet" : isoTime(lastLabelAt)],
    ["last error", lastError === null ? "none" : `${sourceErrorText(lastError)} (${isoTime(lastError.at)})`],
    ...(missedAt === null ? [] : [["missed labels", `at ${isoTime(missedAt)}`] as const]),
    ...rejections.map(
      ({ count, detail, lastAt, reason }) =>
        ["without effect", `${count} ${reason}, last ${isoTime(lastAt)}: ${detail}`] as const
    )
  ];
};

const none = "There are no external labelers. LABELERS names them.";

const jsonOf = (labeler: LabelerStatus) => ({
  did: labeler.did,
  endpoint: labeler.endpoint,
  state: labeler.state._tag.toLowerCase(),
  since: isoTimeOrNull(labeler.state.since),
  cursor: labeler.cursor,
  labels: labeler.labels,
  lastLabelAt: isoTimeOrNull(labeler.lastLabelAt),
  missedAt: isoTimeOrNull(labeler.missedAt),
  lastError: labeler.lastError === null ? null : sourceErrorText(labeler.lastError),
  lastErrorAt: isoTimeOrNull(labeler.lastError?.at ?? null),
  rejections: labeler.rejections.map(({ lastAt, ...rejection }) => ({ ...rejection, lastAt: isoTime(lastAt) }))
});

const describe = (labelers: ReadonlyArray<LabelerStatus>): Report => ({
  text: labelers.length === 0 ? none : labelers.map((labeler) => columns(rows(labeler))).join("\n\n"),
  json: labelers.map(jsonOf)
});

export const labelers: Run = (given) =>
  present(given, Effect.mapError(Effect.map(readLabelers, describe), explainFailure));
