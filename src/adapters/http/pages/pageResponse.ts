import { brandLinks, brandPolicy, mark } from "../brand/brandLinks.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import { Html, html } from "./Html.ts";
import { pageStyle, pageStyleSource } from "./pageStyle.ts";

// Without form-action, because browsers also apply it to the redirects that follow a form: to any PDS, and back to any app.
/** The content security policy of a page: it may load nothing but its own style, the typeface, and the images of this service. */
export const pagePolicy = `default-src 'none'; style-src ${pageStyleSource}; ${brandPolicy}; base-uri 'none'; frame-ancestors 'none'`;

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
<meta name="color-scheme" content="light dark">
<title>${title} · Tidemark</title>
${brandLinks}
<style>${new Html(pageStyle)}</style>
</head>
<body>
<main>
<p class="mark">${mark} Tidemark</p>
${content}
</main>
</body>
</html>
`.text
});
