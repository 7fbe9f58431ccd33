import type { AuthorizationsQuery } from "../../api/documents.ts";

/** A sign-in of a person to an app. */
export type AppSession = AuthorizationsQuery["authorizations"]["nodes"][number];
