import { LogVerificationsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";

/** Whether a verification failed that no later one has closed. */
export const useHasFailed = (): boolean => {
  const { data } = useAdminQuery(LogVerificationsDocument, {}, { pollingInterval: 10_000 });
  return (data?.auditLog.verifications.failedCount ?? 0) > 0;
};
