import { isErasedDid } from "../../../../src/domain/personal/erasedValue.ts";
import type { PartOfSentenceFragment } from "../../api/documents.ts";
import { accountPath } from "../accounts/accountPath.ts";

/**
 * Returns the page about the account, the app or the record that a part of a sentence names; null for plain text. Of an
 * erased person, only the history is left.
 */
export const partAddress = ({
  clientId,
  did,
  uri
}: Pick<PartOfSentenceFragment, "did" | "clientId" | "uri">): string | null => {
  if (did !== null) return isErasedDid(did) ? `/audit?did=${encodeURIComponent(did)}` : accountPath(did);
  if (clientId !== null) return `/clients/${encodeURIComponent(clientId)}`;
  return uri === null ? null : `/audit/record?uri=${encodeURIComponent(uri)}`;
};
