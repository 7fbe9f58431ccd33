import { type HttpResponse, json, noStore } from "../server/response/HttpResponse.ts";
import { html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";
import { prefersJson } from "./prefersJson.ts";

/** What is told of something that cannot go on: to the person in the browser, and to whoever builds the app. */
export interface ErrorPage {
  readonly status: number;
  readonly title: string;
  /** What happened and what the person can do, in a sentence or two. */
  readonly explanation: string;
  /** The OAuth error code. */
  readonly error: string;
  /** The request parameter it is about. */
  readonly parameter: string | null;
  /** How the developer of the app puts it right. */
  readonly fix: string;
}

const retry = (status: number): HttpResponse["headers"] => (status === 503 ? { "retry-after": "1" } : {});

/** Answers with a page, or in JSON for those who ask for that; never with a redirect (RFC 6749 section 4.1.2.1). */
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
<summary>For the developer of the app</summary>
<dl>
<dt>Error</dt><dd><code>${error}</code></dd>
${parameter === null ? null : html`<dt>Parameter</dt><dd><code>${parameter}</code></dd>`}
<dt>Fix</dt><dd>${fix}</dd>
</dl>
</details>`,
    { ...retry(status), ...headers }
  );
};
