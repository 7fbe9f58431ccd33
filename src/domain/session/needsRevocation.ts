import { SessionEnd } from "./SessionEvent.ts";

/**
 * Ends after which nothing can be given back: the PDS ended the session itself, no token is left to name it by, or the
 * service is no longer the client that the PDS gave it to.
 */
const notRevocable: ReadonlySet<SessionEnd> = new Set([
  "refused-by-pds",
  "lost-response",
  "secrets-missing",
  "address-changed",
  "client-key-retired"
]);

/** Whether a PDS is to be told that a session is over, since it does not know. */
export const needsRevocation = (reason: SessionEnd): boolean => !notRevocable.has(reason);

/** The ends of which a PDS is to be told. */
export const revocableEnds: ReadonlyArray<SessionEnd> = SessionEnd.literals.filter(needsRevocation);
