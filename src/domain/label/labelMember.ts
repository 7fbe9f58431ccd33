import type { LabelMember } from "../record/query/RecordQuery.ts";
import { isoTime } from "../time/isoTime.ts";
import { type ShownLabel, shownLabelId } from "./shownLabels.ts";

type Property = Extract<LabelMember, { readonly _tag: "LabelProperty" }>["property"];

/** Returns a member of a label as it appears in the answer to a query. Times are ISO 8601 in UTC with milliseconds. */
export const labelMember = (label: ShownLabel, property: Property): string | boolean | null => {
  switch (property) {
    case "id":
      return shownLabelId(label);
    case "neg":
      return false;
    case "cts":
      return isoTime(label.cts);
    case "exp":
      return label.exp === null ? null : isoTime(label.exp);
    default:
      return label[property];
  }
};
