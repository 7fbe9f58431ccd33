import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";

/** A page that says why something cannot be done, and leads back; for forms that no script sent. */
export const settingsProblem = (status: number, title: string, explanation: string): HttpResponse =>
  pageResponse(
    status,
    title,
    html`<h1>${title}</h1>
<p>${explanation}</p>
<p><a href="/settings">Back to the settings</a></p>`
  );
