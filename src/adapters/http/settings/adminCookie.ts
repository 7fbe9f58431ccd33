import { sessionCookies } from "../browser/sessionCookie.ts";

/** The cookie of an admin's browser. */
export const adminCookie = sessionCookies("tidemark-admin", /^admin_[A-Za-z0-9_-]{43}$/);
