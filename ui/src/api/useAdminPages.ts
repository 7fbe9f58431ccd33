import { useInfiniteQuery } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

interface Page<Node> {
  readonly nodes: ReadonlyArray<Node>;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const firstPage = (): string | null => null;

/** Reads a connection of the admin API page by page; `pageOf` finds it in a result. */
export const useAdminPages = <Result, Variables extends { after?: string | null | undefined }, Node>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  pageOf: (result: Result) => Page<Node> | null,
  enabled = true
) => {
  const query = useInfiniteQuery({
    queryKey: [document.toString(), variables, "pages"],
    queryFn: ({ pageParam, signal }) => adminRequest(document, { ...variables, after: pageParam }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => {
      const info = pageOf(last)?.pageInfo;
      return info?.hasNextPage === true ? info.endCursor : null;
    },
    enabled
  });
  const nodes = query.data?.pages.flatMap((page) => pageOf(page)?.nodes ?? []);
  return { ...query, nodes, first: query.data?.pages[0] };
};
