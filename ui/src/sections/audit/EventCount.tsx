import { AuditCountDocument, type AuditFilter } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";

const inWords = (count: number | null): string => {
  if (count === null) return "More than 10,000";
  return count === 1 ? "One event" : `${countOf(count)} events`;
};

/** How many events fit a filter, counted beside the list so that the list waits for nothing. */
export const EventCount = ({ where }: { readonly where: AuditFilter }) => {
  const answer = useAdminQuery(AuditCountDocument, { where }).data;
  return <p role="status">{answer === undefined ? "" : inWords(answer.auditEvents.totalCount)}</p>;
};
