import type { LabelMember } from "../record/query/RecordQuery.ts";
import { type ShownLabel, shownLabelId } from "./shownLabels.ts";

type Property = Extract<LabelMember, { readonly _tag: "LabelProperty" }>["property"];

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a member of a label as it appears in the answer to a query. Times are ISO 8601 in UTC with milliseconds. */
export const labelMember = (label: ShownLabel, property: Property): string | boolean | null => {
  switch (property) {
    case "id":
      return shownLabelId(label);
    case "neg":
      return false;
    case "cts":
      return iso(label.cts);
    case "exp":
      return label.exp === null ? null : iso(label.exp);
    default:
      return label[property];
  }
};
