import { type HttpResponse, noStore } from "../response/HttpResponse.ts";
import type { HttpRequest } from "./HttpRequest.ts";

/** What browsers say of a request that nobody made yet: today's header, and what Chromium, Firefox and Safari sent before. */
const headers = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

const speculative = /^\s*"?(prefetch|prerender|preview|prefetch-proxy)\b/i;

/** Whether a browser loads an address before somebody goes there (Fetch, section 3.8 "Sec-Purpose"; Resource Hints; Speculation Rules). */
export const isSpeculative = (request: Pick<HttpRequest, "header">): boolean =>
  headers.some((name) => (request.header(name) ?? "").split(",").some((value) => speculative.test(value)));

/**
 * Refuses such a request: browsers discard an answer with an error status that must not be stored, and ask again when the
 * person goes there.
 */
export const refuseSpeculation = (): HttpResponse => ({
  status: 503,
  headers: { "content-type": "text/plain; charset=utf-8", ...noStore },
  body: "This address does something, so it is not loaded ahead of time. Open it."
});
