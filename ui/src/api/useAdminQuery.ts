import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

interface AdminQueryOptions<Result> {
  /** Milliseconds between refreshes while the page is visible, or a function of the last result; false for none. */
  readonly pollingInterval?: number | ((last: Result | undefined) => number | false);
  readonly enabled?: boolean;
  /** Shows the previous result until the next one arrives. */
  readonly keepPrevious?: boolean;
}

/** The result of a query of the admin API, cached and refreshed by TanStack Query. */
export const useAdminQuery = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { enabled = true, keepPrevious = false, pollingInterval }: AdminQueryOptions<Result> = {}
) =>
  useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => adminRequest(document, variables, signal),
    enabled,
    ...(typeof pollingInterval === "number" && { refetchInterval: pollingInterval }),
    ...(typeof pollingInterval === "function" && {
      refetchInterval: ({ state }: { readonly state: { readonly data: Result | undefined } }) =>
        pollingInterval(state.data)
    }),
    ...(keepPrevious && { placeholderData: keepPreviousData })
  });
