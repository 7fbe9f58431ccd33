import { Did } from "../atproto/Did.ts";
import type { PersonalKind } from "./personal.ts";

const method = "did:erased:";

/** Returns the DID that stands for an erased person in events: `did:erased:` and the pseudonym. It resolves to nothing. */
export const erasedDid = (subjectId: string): Did => Did.make(`${method}${subjectId}`, true);

/** What stands for a text of an erased person in events. */
export const erasedText = "[erased]";

/** Returns the pseudonym in a DID that stands for an erased person, or null for another DID. */
export const erasedSubject = (did: string): string | null => (isErasedDid(did) ? did.slice(method.length) : null);

/** Whether a DID stands for an erased person. */
export const isErasedDid = (did: string): boolean => did.startsWith(method);

/**
 * Returns what readers of an event see in place of an erased value. It is valid where the value was: a DID of the method
 * `erased`, the handle that AT Protocol reserves for invalid ones, an AT URI of that DID, or a text that says so.
 */
export const erasedValue = (kind: PersonalKind, subjectId: string): string => {
  switch (kind) {
    case "did":
      return erasedDid(subjectId);
    case "handle":
      return "handle.invalid";
    case "record":
      return `at://${erasedDid(subjectId)}/invalid.erased.record/erased`;
    case "text":
      return erasedText;
  }
};
