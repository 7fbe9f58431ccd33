import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminRequest } from "./adminRequest.ts";
import type { TypedDocumentString } from "./documents.ts";

/** A change by the admin API. What the pages know is asked anew when it is done. */
export const useAdminMutation = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  then: (result: Result) => void = () => {}
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => adminRequest(document, variables),
    onSuccess: async (result) => {
      then(result);
      await client.invalidateQueries();
    }
  });
};
