import { type HttpResponse, noStore } from "../response/HttpResponse.ts";
import type { HttpRequest } from "./HttpRequest.ts";

/** The headers of speculative requests: the current one, and those of older Chromium, Firefox and Safari. */
const headers = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

const speculative = /^\s*"?(prefetch|prerender|preview|prefetch-proxy)\b/i;

/** Whether a request is a prefetch or prerender (Fetch, section 3.8 "Sec-Purpose"; Resource Hints; Speculation Rules). */
export const isSpeculative = (request: Pick<HttpRequest, "header">): boolean =>
  headers.some((name) => (request.header(name) ?? "").split(",").some((value) => speculative.test(value)));

/**
 * Refuses a speculative request. Browsers discard an uncacheable error response, and repeat the request when the user
 * navigates.
 */
export const refuseSpeculation = (): HttpResponse => ({
  status: 503,
  headers: { "content-type": "text/plain; charset=utf-8", ...noStore },
  body: "This address does something, so it is not loaded ahead of time. Open it."
});
