import type { HttpRequest } from "../server/request/HttpRequest.ts";

/*
 * Whether a page of this service sent a request, by Fetch Metadata, or in browsers without it by `Origin` (OWASP, Cross-Site
 * Request Forgery Prevention). The policies differ for requests without this information: a form without another secret must
 * provably come from a page of this service; the consent form contains a secret, and its page sends no referrer, so its
 * origin can be `null`; a link may be opened from anywhere except a page of another site.
 */

/** Whether a page of this service provably sent the request. For forms and scripts authenticated by a cookie alone. */
export const isFromOwnPage = (request: HttpRequest, publicUrl: string): boolean => {
  const site = request.header("sec-fetch-site");
  return site === null ? request.header("origin") === publicUrl : site === "same-origin";
};

/** Whether another site provably sent the request. For forms that contain a secret unknown to other sites. */
export const isFromAnotherOrigin = (request: HttpRequest, publicUrl: string): boolean => {
  const site = request.header("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = request.header("origin");
  return origin !== null && origin !== "null" && origin !== publicUrl;
};

/** Whether a page of another site, or of another origin of this site, opened the URL. For expensive downloads. */
export const isOpenedFromElsewhere = (request: HttpRequest): boolean =>
  ["cross-site", "same-site"].includes(request.header("sec-fetch-site") ?? "none");

/**
 * Whether a session cookie is accepted for the request: from pages of this service, and for reading by a link from anywhere,
 * for which a browser sends no origin. Pages of other sites can neither change anything nor open a socket.
 */
export const mayUseSession = (request: HttpRequest, publicUrl: string): boolean => {
  const reads = request.method === "GET" || request.method === "HEAD";
  return (reads && request.header("origin") === null) || isFromOwnPage(request, publicUrl);
};
