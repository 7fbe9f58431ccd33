import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AdminRequestFailed } from "../../api/AdminRequestFailed.ts";
import { adminRequest } from "../../api/adminRequest.ts";
import { ResolveReportDocument, type ResolveReportMutationVariables } from "../../api/documents.ts";

const isConflict = (error: unknown): boolean => error instanceof AdminRequestFailed && error.code === "CONFLICT";

/** Sends a decision about reports. A conflict means that somebody else decided before: what is shown is read again. */
export const useDecision = (onDone: () => void, onTooLate: () => void) => {
  const client = useQueryClient();
  const [isTooLate, setTooLate] = useState(false);
  const mutation = useMutation({
    onMutate: () => setTooLate(false),
    mutationFn: (variables: ResolveReportMutationVariables) => adminRequest(ResolveReportDocument, variables),
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setTooLate(true);
      onTooLate();
      await client.invalidateQueries();
    }
  });
  return { ...mutation, error: isConflict(mutation.error) ? null : mutation.error, isTooLate };
};
