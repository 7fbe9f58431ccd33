import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import type { TypedDocumentString } from "./documents.ts";

/** A change by the admin API. What the pages know is asked anew when it is done. */
export const useChange = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  then: (result: Result) => void = () => {}
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => ask(document, variables),
    onSuccess: async (result) => {
      then(result);
      await client.invalidateQueries();
    }
  });
};
