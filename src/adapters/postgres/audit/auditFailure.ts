import type { SqlError } from "@effect/sql/SqlError";
import { DatabaseError } from "pg";
import { AuditUnavailable } from "../../../domain/audit/AuditTrail.ts";

/** A statement that failed, or that the server stopped because it ran too long. */
export const auditFailure = (error: SqlError): AuditUnavailable => {
  const stopped = error.cause instanceof DatabaseError && error.cause.code === "57014";
  return new AuditUnavailable({ reason: stopped ? "timeout" : "unreachable", cause: error });
};
