import type { SubjectState } from "./describeSubject.ts";

const gone = {
  erased: "The person was erased.",
  "account-deleted": "The account was deleted.",
  "record-absent": "The record is not in the index: it was deleted, or it was never indexed."
} as const;

/** Returns a sentence about a subject that queries do not show; null for one that they show. */
export const subjectSentence = (state: SubjectState): string | null => {
  switch (state._tag) {
    case "Present":
      return null;
    case "Hidden":
      if (state.by === "label") return "A label hides it from everybody but its author.";
      return `The account is not active (${state.by}), so its records are hidden.`;
    case "Gone":
      return gone[state.how];
    case "Unknown":
      return "Nothing of the account is indexed here.";
  }
};
