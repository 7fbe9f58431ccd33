import type { HttpRequest } from "../server/request/HttpRequest.ts";

/*
 * Whether a page of this service sent a request, by Fetch Metadata, or in browsers without it by `Origin` (OWASP, Cross-Site
 * Request Forgery Prevention). The policies differ in what they make of a request that does not say: a form that carries no
 * other secret must come from an own page for certain; the consent form carries a secret, and its page sends no referrer,
 * so that its origin can be `null`; a link may be opened from anywhere, but not from a page of another site.
 */

/** Whether a page of this service sent the request for certain. For forms and scripts that act by a cookie alone. */
export const isFromOwnPage = (request: HttpRequest, publicUrl: string): boolean => {
  const site = request.header("sec-fetch-site");
  return site === null ? request.header("origin") === publicUrl : site === "same-origin";
};

/** Whether another site sent the request for certain. For forms that carry a secret which no other site knows. */
export const isFromAnotherOrigin = (request: HttpRequest, publicUrl: string): boolean => {
  const site = request.header("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = request.header("origin");
  return origin !== null && origin !== "null" && origin !== publicUrl;
};

/** Whether a page of another site, or of another origin of this site, opened the address. For downloads that cost much. */
export const isOpenedFromElsewhere = (request: HttpRequest): boolean =>
  ["cross-site", "same-site"].includes(request.header("sec-fetch-site") ?? "none");

/**
 * Whether a session cookie counts for the request: for what an own page sends, and for reading by a link from anywhere, for
 * which a browser sends no origin. No page of another site can change anything, or open a socket.
 */
export const mayUseSession = (request: HttpRequest, publicUrl: string): boolean => {
  const reads = request.method === "GET" || request.method === "HEAD";
  return (reads && request.header("origin") === null) || isFromOwnPage(request, publicUrl);
};
