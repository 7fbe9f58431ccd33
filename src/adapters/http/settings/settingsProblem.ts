import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";

/** Returns a page that explains a problem and links back to the settings, for forms sent without a script. */
export const settingsProblem = (status: number, title: string, explanation: string): HttpResponse =>
  pageResponse(
    status,
    title,
    html`<h1>${title}</h1>
<p>${explanation}</p>
<p><a href="/settings">Back to settings</a></p>`
  );
