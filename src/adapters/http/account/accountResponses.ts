import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import { type HttpResponse, seeOther } from "../server/response/HttpResponse.ts";
import { type AccountProblem, accountSentence, accountStatus } from "./accountProblems.ts";

/** Sends the origin to this service, for browsers without Sec-Fetch-Site. */
export const accountPageHeaders: HttpResponse["headers"] = { "referrer-policy": "same-origin" };

/** Redirects the browser to the page, which shows the problem. */
export const redirectToAccount = (problem: AccountProblem): HttpResponse => seeOther(`/account?problem=${problem}`);

const retry = (status: number): HttpResponse["headers"] => (status === 503 ? { "retry-after": "1" } : {});

/** Returns a page of its own for a problem with the request itself. */
export const problemResponse = (problem: AccountProblem): HttpResponse =>
  pageResponse(
    accountStatus[problem],
    "Nothing was done",
    html`<h1>Nothing was done</h1>
<p>${accountSentence(problem)}</p>
<p><a href="/account">Your sign-ins</a></p>`,
    retry(accountStatus[problem])
  );
