import { docsPath } from "../../../domain/documentation/docsUrl.ts";
import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import { html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";

/** An error for the user in the browser and for the developer of the app. */
export interface ErrorPage {
  readonly status: number;
  readonly title: string;
  /** What happened and what the user can do, in one or two sentences. */
  readonly explanation: string;
  /** The OAuth error code. */
  readonly error: string;
  /** The request parameter it is about. */
  readonly parameter: string | null;
  /** How the developer of the app fixes it. */
  readonly fix: string;
}

const retry = (status: number): HttpResponse["headers"] => (status === 503 ? { "retry-after": "1" } : {});

/** Whether a client prefers JSON to HTML, by the `Accept` header. */
export const prefersJson = (accept: string | null): boolean =>
  accept?.includes("application/json") === true && !accept.includes("text/html");

/** Returns an error page, or JSON if the request prefers it; never a redirect (RFC 6749 section 4.1.2.1). */
export const errorPage = (
  refusal: ErrorPage,
  accept: string | null,
  headers: HttpResponse["headers"] = {}
): HttpResponse => {
  const { error, explanation, fix, parameter, status, title } = refusal;
  if (prefersJson(accept)) {
    const details = { error, error_description: fix, ...(parameter !== null && { parameter }) };
    return json(status, details, { ...noStore, ...retry(status), ...headers });
  }
  return pageResponse(
    status,
    title,
    html`<h1>${title}</h1>
<p>${explanation}</p>
<p><a href="/account">See and end your sign-ins</a></p>
<details>
<summary>Details for the app's developer</summary>
<dl>
<dt>Error</dt><dd><code>${error}</code></dd>
${parameter === null ? null : html`<dt>Parameter</dt><dd><code>${parameter}</code></dd>`}
<dt>Fix</dt><dd>${fix}</dd>
<dt>More</dt><dd><a href="${docsPath("reference/errors", error)}">What <code>${error}</code> means</a></dd>
</dl>
</details>`,
    { ...retry(status), ...headers }
  );
};
