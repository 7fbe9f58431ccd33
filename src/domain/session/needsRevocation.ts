import type { SessionEnd } from "./SessionEvent.ts";

/**
 * Ends after which nothing can be revoked: the PDS ended the session itself, no token is left, or the service is no
 * longer the client that the PDS issued the tokens to.
 */
const notRevocable: ReadonlySet<SessionEnd> = new Set([
  "refused-by-pds",
  "lost-response",
  "secrets-missing",
  "address-changed",
  "client-key-retired"
]);

/** Whether an ended session must be revoked at the PDS. */
export const needsRevocation = (reason: SessionEnd): boolean => !notRevocable.has(reason);
