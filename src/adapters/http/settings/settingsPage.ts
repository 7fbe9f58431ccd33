import { Html, html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import { pageStyleSource } from "../pages/pageStyle.ts";
import type { HttpResponse } from "../server/HttpResponse.ts";
import { settingsStyle, settingsStyleSource } from "./settingsStyle.ts";

// Without form-action, since browsers hold it against the redirect that follows the form of the account: to any PDS.
const policy = [
  "default-src 'none'",
  `style-src ${pageStyleSource} ${settingsStyleSource}`,
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ");

/**
 * A page of the settings. Its forms go to this service only; the referrer policy lets browsers that know no
 * `Sec-Fetch-Site` name their origin.
 */
export const settingsPage = (
  status: number,
  title: string,
  content: Html,
  headers: HttpResponse["headers"] = {}
): HttpResponse =>
  pageResponse(status, title, html`<style>${new Html(settingsStyle)}</style>\n${content}`, {
    "content-security-policy": policy,
    "referrer-policy": "same-origin",
    ...headers
  });

/** A page that says why something cannot be done, and leads back. */
export const settingsProblem = (status: number, title: string, explanation: string): HttpResponse =>
  settingsPage(
    status,
    title,
    html`<h1>${title}</h1>
<p>${explanation}</p>
<p><a href="/settings">Back to the settings</a></p>`
  );
