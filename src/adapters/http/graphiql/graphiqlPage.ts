import { fontFaces } from "../brand/brandFiles.ts";
import { brandLinks } from "../brand/brandLinks.ts";
import { Html, html } from "../pages/Html.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";

interface GraphiqlPage {
  /** The URLs of the script and the stylesheet. */
  readonly script: string;
  readonly style: string;
  /** A new nonce for each page, with which the policy allows the styles that menus add while they are open. */
  readonly nonce: string;
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    // The settings show this page in their frame.
    "frame-ancestors 'self'"
  ].join("; ");

/** Returns the GraphiQL page, which loads nothing from other hosts and sends requests only to this service. */
export const graphiqlPage = ({ nonce, script, style }: GraphiqlPage): HttpResponse => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(nonce),
    "x-frame-options": "SAMEORIGIN",
    ...noStore
  },
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GraphiQL · Tidemark</title>
${brandLinks}
<style nonce="${nonce}">${new Html(fontFaces)}</style>
<link rel="stylesheet" href="${style}">
<script src="${script}" nonce="${nonce}" defer></script>
</head>
<body>
<div id="graphiql"><noscript>GraphiQL requires JavaScript. Without it, send queries to <code>/graphql</code>; <a href="/schema.graphql">the schema</a> lists the fields.</noscript></div>
</body>
</html>
`.text
});
