/**
 * Ends of names that public DNS does not have (RFC 6761, 6762, 7686, 8375, 9476; ICANN's `internal`; what never became a
 * domain because so many use it at home). A resolver that knows one leads to somebody's own network.
 */
const reserved =
  /\.(alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|mail|onion|private|svc|test)$/;

/** A top-level domain is of letters, or of what stands for them (RFC 1123 section 2.1, RFC 5890). */
const topLevel = /\.([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Whether a host name, as the URL parser writes it, can be one of the public DNS: with a dot, but not at its end. */
export const isPublicName = (host: string): boolean => topLevel.test(host) && !reserved.test(host);
