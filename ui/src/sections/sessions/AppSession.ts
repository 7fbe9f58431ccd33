import type { AuthorizationsQuery } from "../../api/documents.ts";

/** A session of a user in an app. */
export type AppSession = AuthorizationsQuery["authorizations"]["nodes"][number];
