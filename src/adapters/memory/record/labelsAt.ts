import { hiddenValues } from "../../../domain/label/effectiveVisibility.ts";
import type { Label } from "../../../domain/label/Label.ts";
import { subjectText } from "../../../domain/label/LabelSubject.ts";
import { type ShownLabel, shownLabels } from "../../../domain/label/shownLabels.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type { RecordLabels } from "../../../domain/record/query/RecordLabels.ts";
import { activeLabels, listDefinitions, preferencesOf } from "./LabelState.ts";
import type { RecordState } from "./RecordState.ts";

const shown = ({ cid, cts, exp, src, subject, val }: Label): ShownLabel => ({
  src,
  uri: subjectText(subject),
  val,
  cid,
  cts,
  exp
});

/** The labels of records at a time. */
interface LabelsAt extends RecordLabels {
  readonly of: (record: IndexedRecord) => ReadonlyArray<ShownLabel>;
}

/** Returns the labels that queries see at a time in Unix milliseconds. */
export const labelsAt = ({ labels, selfLabels }: RecordState, now: number): LabelsAt => ({
  of: (record) => {
    const stored = [record.uri, record.did].flatMap((subject) => activeLabels(labels, subject, now)).map(shown);
    return shownLabels(stored, record, selfLabels.get(record.collection) ?? []);
  },
  hidden: (viewer) => hiddenValues(listDefinitions(labels), viewer === null ? undefined : preferencesOf(labels, viewer))
});
