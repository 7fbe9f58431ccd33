import { sessionCookies } from "../browser/sessionCookie.ts";

/** The session cookie of an admin. */
export const adminCookie = sessionCookies("tidemark-admin", /^admin_[A-Za-z0-9_-]{43}$/);
