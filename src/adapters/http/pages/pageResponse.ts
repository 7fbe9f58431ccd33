import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import { Html, html } from "./Html.ts";
import { pageStyle, pageStyleSource } from "./pageStyle.ts";

const wave = html`<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"><path d="M3 12c4.3 0 4.3-4 8.7-4s4.3 4 8.6 4 4.4-4 8.7-4M3 19c4.3 0 4.3-4 8.7-4s4.3 4 8.6 4 4.4-4 8.7-4M3 26c4.3 0 4.3-4 8.7-4s4.3 4 8.6 4 4.4-4 8.7-4"/></svg>`;

// Without form-action, because browsers also apply it to the redirects that follow a form: to any PDS, and back to any app.
/** The content security policy of a page: it may load nothing but its own style. */
export const pagePolicy = `default-src 'none'; style-src ${pageStyleSource}; base-uri 'none'; frame-ancestors 'none'`;

/** Returns a complete HTML page: no script, nothing from other hosts, never cached, never framed. */
export const pageResponse = (
  status: number,
  title: string,
  content: Html,
  headers: HttpResponse["headers"] = {}
): HttpResponse => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy,
    ...noStore,
    ...headers
  },
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tidemark</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<main>
<p class="mark">${wave} Tidemark</p>
${content}
</main>
</body>
</html>
`.text
});
