import type { HttpRequest } from "./HttpRequest.ts";

/**
 * Returns a redirect for requests to `localhost`. In development the service is known by its loopback address, which also
 * owns the login cookie. Null for other hosts.
 */
export const loopbackRedirect = (request: HttpRequest, publicUrl: string): string | null => {
  const { host, hostname, port, protocol } = new URL(publicUrl);
  const isLoopback = protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]");
  const asked = request.header("host");
  if (!isLoopback || asked === null || asked === host || asked !== `localhost${port === "" ? "" : `:${port}`}`)
    return null;
  return `${publicUrl}${request.path}?${request.query}`;
};
