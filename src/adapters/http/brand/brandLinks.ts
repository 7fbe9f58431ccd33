import { type Html, html } from "../pages/Html.ts";
import { fontPath, markPath } from "./brandFiles.ts";

/** The part of the head of every page that loads the typeface and names the icons. */
export const brandLinks: Html = html`<link rel="preload" as="font" type="font/woff2" href="${fontPath}" crossorigin>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${markPath}" type="image/svg+xml" sizes="any">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">`;

/** The mark, beside text that names the service. */
export const mark: Html = html`<img src="${markPath}" alt="" width="28" height="28">`;

/** What the policy of a page allows for the typeface, the mark and the icons (CSP level 3). */
export const brandPolicy = "font-src 'self'; img-src 'self'; manifest-src 'self'";
