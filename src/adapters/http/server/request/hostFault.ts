import type { IncomingMessage } from "node:http";

/** A host, which may be empty, and a port (RFC 9110 section 7.2, RFC 3986 section 3.2). */
const host = /^(?:\[[\da-f:.]+\]|(?:[\w\-.~!$&'()*+;=]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Returns what is wrong with the `Host` lines of a request, which requires a 400 (RFC 9112 section 3.2): a proxy may use
 * another line than the service. Null when they are valid. Node.js itself refuses a missing one.
 */
export const hostFault = ({ headers, rawHeaders }: IncomingMessage): string | null => {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") lines += 1;
  }
  if (lines > 1) return "there is more than one Host header";
  return host.test(headers.host ?? "") ? null : "the Host header is not a host and a port";
};
