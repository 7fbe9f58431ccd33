/** What the history is filtered by. Nothing in the log is longer than a page takes but an address, which is cut. */
export const addressLength = 600;

/** An index of `tidemark.events`. */
export interface LogIndex {
  readonly name: string;
  /** What stands behind `on tidemark.events`: the columns and the condition. */
  readonly on: string;
}

/**
 * Each ends with the position, so that a stretch of the log is read off in order and two can be combined. Those that
 * few events have a value for leave the others out, and cost them next to nothing.
 */
export const auditIndexes: ReadonlyArray<LogIndex> = [
  { name: "events_by_subject", on: "(subject_did, position) where subject_did is not null" },
  { name: "events_by_client", on: "(client_id, position) where client_id is not null" },
  { name: "events_by_authorization", on: "(authorization_id, position) where authorization_id is not null" },
  {
    name: "events_by_correlation",
    on: "(correlation_id, position) where correlation_id is not null and correlation_id is distinct from authorization_id"
  },
  { name: "events_by_request", on: "(request_id, position) where request_id is not null" },
  { name: "events_by_type", on: "(type, position)" },
  { name: "events_by_reason", on: "(reason, position) where reason is not null" },
  { name: "events_failed", on: "(position) where outcome = 'failure'" },
  {
    name: "events_by_address",
    on: `((left(data->>'uri', ${addressLength})), position) where data->>'uri' is not null`
  }
];
