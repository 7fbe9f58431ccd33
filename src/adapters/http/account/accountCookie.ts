import { sessionCookies } from "../browser/sessionCookie.ts";

/** The session cookie of a user on `/account`. */
export const accountCookie = sessionCookies("tidemark-account", /^account_[A-Za-z0-9_-]{43}$/);
