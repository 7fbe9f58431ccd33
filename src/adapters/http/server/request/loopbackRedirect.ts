import type { HttpRequest } from "./HttpRequest.ts";

/**
 * On a machine of its own the service is known by its loopback address, and the cookie of a login is kept under it;
 * whoever comes by the name `localhost` is sent there first. Null for everybody else.
 */
export const loopbackRedirect = (request: HttpRequest, publicUrl: string): string | null => {
  const { host, hostname, port, protocol } = new URL(publicUrl);
  const isLoopback = protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]");
  const asked = request.header("host");
  if (!isLoopback || asked === null || asked === host || asked !== `localhost${port === "" ? "" : `:${port}`}`)
    return null;
  return `${publicUrl}${request.path}?${request.query}`;
};
