import type { EventPartsFragment } from "../../api/documents.ts";

/** An event in a list of events. */
export type AuditEvent = EventPartsFragment;
