/**
 * Suffixes that do not exist in public DNS (RFC 6761, 6762, 7686, 8375, 9476; ICANN's `internal`; names widely used in home
 * networks). A resolver that knows one points to a private network.
 */
const reserved =
  /\.(alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|mail|onion|private|svc|test)$/;

/** A top-level domain consists of letters or their encoding (RFC 1123 section 2.1, RFC 5890). */
const topLevel = /\.([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Whether a host name in the form of the URL parser can be in public DNS: it contains a dot, but not at its end. */
export const isPublicName = (host: string): boolean => topLevel.test(host) && !reserved.test(host);
