import type { EventPartsFragment } from "../../api/documents.ts";

/** An event, as lists of events show it. */
export type AuditEvent = EventPartsFragment;
