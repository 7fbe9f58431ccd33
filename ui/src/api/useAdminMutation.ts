import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

/** A mutation of the admin API. When it succeeds, all cached queries are fetched again. */
export const useAdminMutation = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  onDone: (result: Result) => void = () => {}
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => adminRequest(document, variables),
    onSuccess: async (result) => {
      onDone(result);
      await client.invalidateQueries();
    }
  });
};
