import { html } from "../pages/Html.ts";
import { pageResponse } from "../pages/pageResponse.ts";
import { type HttpResponse, seeOther } from "../server/response/HttpResponse.ts";
import { type AccountProblem, accountSentence, accountStatus } from "./accountProblems.ts";

/** Sends the browser back to the page, which says what was wrong. */
export const redirectToAccount = (problem: AccountProblem): HttpResponse => seeOther(`/account?problem=${problem}`);

const retry = (status: number): HttpResponse["headers"] => (status === 503 ? { "retry-after": "1" } : {});

/** A page of its own, for what is wrong with a request and not with who sends it. */
export const problemResponse = (problem: AccountProblem): HttpResponse =>
  pageResponse(
    accountStatus[problem],
    "Nothing was done",
    html`<h1>Nothing was done</h1>
<p>${accountSentence(problem)}</p>
<p><a href="/account">Your sign-ins</a></p>`,
    retry(accountStatus[problem])
  );
