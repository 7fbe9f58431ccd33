import type { Filter, Operand } from "../../../../domain/record/query/RecordQuery.ts";

const handle = "actorHandle, because a new handle is no change of a record. Filter by did";

const labels = "labels, because a new label is no change of a record. Select labels, and filter by them in the app";

const ofOperand = (operand: Operand): string | null =>
  operand._tag === "MetaOperand" && operand.meta === "actorHandle" ? handle : null;

/** Returns what a filter depends on that the change log does not tell, with what to do instead; null if there is nothing. */
export const unfollowed = (filter: Filter): string | null => {
  switch (filter._tag) {
    case "Every":
    case "Some":
      return filter.filters.map(unfollowed).find((found) => found !== null) ?? null;
    case "Not":
      return unfollowed(filter.filter);
    case "Compare":
    case "Among":
    case "Text":
    case "IsNull":
      return ofOperand(filter.operand);
    case "Labeled":
    case "HiddenFromViewer":
      return labels;
    case "IsAbsent":
    case "Search":
      return null;
  }
};
