import type { PartOfSentenceFragment } from "../../api/documents.ts";
import { accountPath } from "../accounts/accountPath.ts";

/** Returns the page about the account, the app or the record that a part of a sentence names; null for plain text. */
export const partAddress = ({
  clientId,
  did,
  uri
}: Pick<PartOfSentenceFragment, "did" | "clientId" | "uri">): string | null => {
  if (did !== null) return accountPath(did);
  if (clientId !== null) return `/clients/${encodeURIComponent(clientId)}`;
  return uri === null ? null : `/audit/record?uri=${encodeURIComponent(uri)}`;
};
