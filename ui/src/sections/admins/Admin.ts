import type { AdminsQuery } from "../../api/documents.ts";

/** An account that may sign in to the settings. */
export type Admin = AdminsQuery["admins"][number];
