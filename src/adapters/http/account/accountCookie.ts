import { sessionCookies } from "../browser/sessionCookie.ts";

/** The cookie of a person who looks after their own sign-ins. */
export const accountCookie = sessionCookies("tidemark-account", /^account_[A-Za-z0-9_-]{43}$/);
