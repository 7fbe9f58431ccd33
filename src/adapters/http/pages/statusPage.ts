import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import { type Html, html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";

/** A response that belongs to no route: a page for browsers, JSON for all other clients. */
interface StatusPage {
  readonly status: number;
  readonly title: string;
  readonly explanation: Html;
  /** The body for clients that do not ask for HTML. */
  readonly details: Readonly<Record<string, string>>;
  readonly headers?: HttpResponse["headers"];
}

/** Whether a request comes from the address bar or a link: only those name `text/html`. */
const asksForPage = (request: HttpRequest): boolean => (request.header("accept") ?? "").includes("text/html");

const links = html`<ul>
<li><a href="/">Start page</a></li>
<li><a href="/docs">Documentation</a></li>
<li><a href="/account">Your sign-ins</a></li>
</ul>`;

const statusPage = (request: HttpRequest, page: StatusPage): HttpResponse => {
  const headers = { ...noStore, vary: "Accept", ...page.headers };
  return asksForPage(request)
    ? pageResponse(
        page.status,
        page.title,
        html`<h1>${page.title}</h1>
<p>${page.explanation}</p>
${links}`,
        headers
      )
    : json(page.status, page.details, headers);
};

/** Returns the response to a request for a path that does not exist. */
export const notFoundPage = (request: HttpRequest): HttpResponse =>
  statusPage(request, {
    status: 404,
    title: "Page not found",
    explanation: html`There is no page at <code>${request.path}</code>. The address may be mistyped, or the page was removed.`,
    details: { error: "not_found" }
  });

/** Returns the response to a request with a method that its path does not accept. */
export const methodNotAllowedPage = (request: HttpRequest, methods: ReadonlyArray<string>): HttpResponse =>
  statusPage(request, {
    status: 405,
    title: "Nothing to show here",
    explanation: html`<code>${request.path}</code> is an address for apps. It accepts ${methods.join(", ")}, but no ${request.method}.`,
    details: { error: "method_not_allowed" },
    headers: { allow: methods.join(", ") }
  });

/** Returns the response to a request that failed for a reason within the service. */
export const serverErrorPage = (request: HttpRequest): HttpResponse =>
  statusPage(request, {
    status: 500,
    title: "Something went wrong",
    explanation: html`This service could not handle the request. Try again; if it happens again, give its operator the request id <code>${request.id}</code>.`,
    details: {
      error: "server_error",
      error_description: `Something went wrong here; the request id is ${request.id}`
    }
  });

/** Returns the response of a process that cannot read the latest events, because a later version wrote them. */
export const unreadableLogPage = (request: HttpRequest): HttpResponse =>
  statusPage(request, {
    status: 503,
    title: "Try again in a moment",
    explanation: html`This service is being updated. Load the page again in a few seconds. The request id is <code>${request.id}</code>.`,
    details: {
      error: "temporarily_unavailable",
      error_description: `This process cannot read all of its event log; the request id is ${request.id}`
    },
    headers: { "retry-after": "1" }
  });
