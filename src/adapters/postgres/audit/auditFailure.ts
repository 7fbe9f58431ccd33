import { AuditUnavailable } from "../../../domain/audit/AuditTrail.ts";
import { failureReason } from "../connection/failureReason.ts";

/** The error of the history, for a statement that failed. */
export const auditFailure =
  (operation: AuditUnavailable["operation"]) =>
  (cause: unknown): AuditUnavailable =>
    new AuditUnavailable({ operation, reason: failureReason(cause), cause });
