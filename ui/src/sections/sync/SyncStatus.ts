import type { SyncStatusQuery } from "../../api/documents.ts";

/** The state of live sync, as the admin API returns it. */
export type SyncStatus = SyncStatusQuery["syncStatus"];
