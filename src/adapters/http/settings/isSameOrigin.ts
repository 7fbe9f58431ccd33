import type { HttpRequest } from "../server/HttpRequest.ts";

/**
 * Whether a page of this service sent a request: by the word of the browser, or where it is too old for that, by the
 * origin it names (Fetch Metadata; OWASP, Cross-Site Request Forgery Prevention).
 */
export const isSameOrigin = (request: HttpRequest, publicUrl: string): boolean => {
  const site = request.header("sec-fetch-site");
  return site === null ? request.header("origin") === publicUrl : site === "same-origin";
};
