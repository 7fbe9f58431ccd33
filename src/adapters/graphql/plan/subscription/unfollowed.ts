import type { Filter, Operand } from "../../../../domain/record/query/RecordQuery.ts";

const handle = "actorHandle, because a new handle is no change of a record. Filter by did";

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
    case "IsAbsent":
      return null;
  }
};
