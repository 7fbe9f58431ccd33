import type { AdminsQuery } from "../../api/documents.ts";

/** An account that may come in here. */
export type Admin = AdminsQuery["admins"][number];
