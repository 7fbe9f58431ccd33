import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

interface AdminQueryOptions {
  /** Milliseconds between refreshes while the page is visible. */
  readonly pollingInterval?: number;
  readonly enabled?: boolean;
  /** Shows the previous result until the next one arrives. */
  readonly keepPrevious?: boolean;
}

/** The result of a query of the admin API, cached and refreshed by TanStack Query. */
export const useAdminQuery = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, pollingInterval }: AdminQueryOptions = {}
) =>
  useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => adminRequest(document, variables, signal),
    enabled,
    ...(pollingInterval !== undefined && { refetchInterval: pollingInterval }),
    ...(keepPrevious && { placeholderData: keepPreviousData })
  });
