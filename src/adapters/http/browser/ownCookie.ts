import type { HttpRequest } from "../server/request/HttpRequest.ts";

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith("https:");

/**
 * Defines a cookie of this service: `kind` is its name, with the prefix `__Host-` over https (RFC 6265bis section 4.1.3.2),
 * and `pattern` matches its values.
 */
export const ownCookie = (kind: string, pattern: RegExp) => {
  const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${kind}` : kind);
  return {
    /** Returns the value that a browser sends; null when it sends none, or several, which a subdomain can cause. */
    presented: (request: HttpRequest, publicUrl: string): string | null => {
      const prefix = `${cookieName(publicUrl)}=`;
      const cookies = (request.header("cookie") ?? "").split(/; */).filter((each) => each.startsWith(prefix));
      const value = cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined;
      return value !== undefined && pattern.test(value) ? value : null;
    },
    /** Returns the header that sets the cookie. `maxAge` is in milliseconds; 0 removes it. */
    set: (publicUrl: string, value: string, maxAge: number): string => {
      const attributes = [`Max-Age=${Math.floor(maxAge / 1000)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
      return [`${cookieName(publicUrl)}=${value}`, ...attributes, ...(isHttps(publicUrl) ? ["Secure"] : [])].join("; ");
    }
  };
};
