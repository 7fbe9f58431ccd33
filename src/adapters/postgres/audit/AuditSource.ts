/** The log, or the history, which has the columns of every event that it is filtered by. */
export type AuditSource = "events" | "audit_entries";
