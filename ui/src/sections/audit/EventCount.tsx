import { AuditCountDocument, type AuditFilter } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { countOf } from "../../components/countOf.ts";

const inWords = (count: number | null): string => {
  if (count === null) return "More than 10,000";
  return count === 1 ? "1 event" : `${countOf(count)} events`;
};

/** The number of events that match a filter. It is counted separately, so that the list does not wait for it. */
export const EventCount = ({ where }: { readonly where: AuditFilter }) => {
  const { data } = useAdminQuery(AuditCountDocument, { where });
  return <p role="status">{data === undefined ? "" : inWords(data.auditEvents.totalCount)}</p>;
};
