import type { AccountReference } from "../../../../domain/reference/AccountReference.ts";
import { toStoredText } from "../sql/storedText.ts";

/** The text of the column `account_refs` for a record without references. */
export const noReferences = "[]";

/**
 * Returns the text of the column `account_refs`: a JSON list with `[did, reason, subject]` for each reference, which the
 * triggers of the table copy to `account_references`.
 */
export const referencesText = (references: ReadonlyArray<AccountReference>): string =>
  references.length === 0
    ? noReferences
    : JSON.stringify(references.map(({ did, reason, subject }) => [did, toStoredText(reason.toWellFormed()), subject]));
