import type { HttpRequest } from "../server/request/HttpRequest.ts";

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith("https:");

/**
 * A cookie that this service sets: `kind` names it, with the prefix `__Host-` over https (RFC 6265bis section 4.1.3.2), and
 * `pattern` is what its values look like.
 */
export const ownCookie = (kind: string, pattern: RegExp) => {
  const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${kind}` : kind);
  return {
    /** The value that a browser presents; null when it presents none, or more than one, as a subdomain can make it do. */
    presented: (request: HttpRequest, publicUrl: string): string | null => {
      const prefix = `${cookieName(publicUrl)}=`;
      const cookies = (request.header("cookie") ?? "").split(/; */).filter((each) => each.startsWith(prefix));
      const value = cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined;
      return value !== undefined && pattern.test(value) ? value : null;
    },
    /** The header that sets the cookie; `maxAge` in milliseconds, 0 to remove it. */
    set: (publicUrl: string, value: string, maxAge: number): string => {
      const attributes = [`Max-Age=${Math.floor(maxAge / 1000)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
      return [`${cookieName(publicUrl)}=${value}`, ...attributes, ...(isHttps(publicUrl) ? ["Secure"] : [])].join("; ");
    }
  };
};
