import { ReportQueueDocument, type ReportStatus } from "../../api/documents.ts";
import { useAdminPages } from "../../api/useAdminPages.ts";
import { groupReports, type ReportGroup } from "./groupReports.ts";

/** The reports that match the filters, by subject. */
export interface ReportQueue {
  /** Undefined while the first page is loading. */
  readonly groups: ReadonlyArray<ReportGroup> | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isFetchingMore: boolean;
  readonly hasMore: boolean;
  readonly refetch: () => void;
  readonly loadMore: () => void;
}

const statuses: ReadonlyArray<ReportStatus> = ["OPEN", "RESOLVED", "DISMISSED"];

/** The state in the query string: open reports by default, null for all. */
export const statusIn = (search: URLSearchParams): ReportStatus | null => {
  const given = search.get("status") ?? "OPEN";
  return statuses.find((status) => status === given) ?? null;
};

/** Reads the reports that the query string asks for. */
export const useReportQueue = (search: URLSearchParams): ReportQueue => {
  const variables = { status: statusIn(search), did: search.get("did") || null, first: 50 };
  const query = useAdminPages(ReportQueueDocument, variables, ({ reports }) => reports);
  const { error, fetchNextPage, first, hasNextPage, isFetching, isFetchingNextPage, nodes, refetch } = query;
  return {
    groups: nodes === undefined ? undefined : groupReports(nodes),
    total: first?.reports.totalCount ?? 0,
    error,
    isFetching,
    isFetchingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    refetch: () => void refetch(),
    loadMore: () => void fetchNextPage()
  };
};
