import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

interface AdminQueryOptions {
  /** Milliseconds after which it is asked again while somebody looks. */
  readonly every?: number;
  readonly enabled?: boolean;
  /** Shows the answer before while the next one is on its way. */
  readonly keep?: boolean;
}

/** The answer to a question of the admin API, kept and asked again by TanStack Query. */
export const useAdminQuery = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { enabled = true, every, keep = false }: AdminQueryOptions = {}
) =>
  useQuery({
    queryKey: [document.toString(), variables],
    queryFn: ({ signal }) => adminRequest(document, variables, signal),
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
    ...(keep && { placeholderData: keepPreviousData })
  });
