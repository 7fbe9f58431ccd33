import { prefersJson } from "../pages/errorPage.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore, seeOther } from "../server/response/HttpResponse.ts";
import { settingsProblem } from "./settingsProblem.ts";
import { type SignInProblem, signInSentence } from "./signInProblems.ts";

/** Redirects the browser to the settings, which show the problem. */
export const redirectToSettings = (problem: SignInProblem): HttpResponse => seeOther(`/settings?problem=${problem}`);

type Headers = HttpResponse["headers"];

const statuses: Readonly<Record<SignInProblem, number>> = {
  "account-missing": 400,
  "account-no-domain": 404,
  "account-email": 404,
  "account-app": 404,
  "unknown-account": 404,
  unreachable: 503,
  refused: 502,
  denied: 403,
  "other-account": 403,
  "other-browser": 403,
  expired: 400,
  "not-admin": 403,
  "set-up-over": 403,
  "token-unknown": 403,
  "token-used": 403,
  "token-expired": 403,
  "signed-out": 403,
  "has-admin": 403,
  "not-from-here": 403,
  "not-a-form": 415,
  "too-large": 413,
  incomplete: 400,
  "too-many": 429,
  contended: 503,
  unavailable: 503
};

const again = (problem: SignInProblem): Headers => (statuses[problem] === 503 ? { "retry-after": "1" } : {});

/** The titles of problems with the request itself. The settings send no such request, so these get a page of their own. */
const titles: Partial<Readonly<Record<SignInProblem, string>>> = {
  "not-from-here": "Request from another site",
  "not-a-form": "Not a form",
  "too-large": "Request too large",
  incomplete: "Incomplete request",
  "too-many": "Try again later",
  contended: "Try again later",
  unavailable: "Try again later"
};

const inBrowser = (problem: SignInProblem): HttpResponse => {
  const title = titles[problem];
  if (title === undefined) return redirectToSettings(problem);
  const page = settingsProblem(statuses[problem], title, signInSentence(problem));
  return { ...page, headers: { ...page.headers, ...again(problem) } };
};

/** Refuses a sign-in: a script gets JSON, a browser a page or a redirect. `suggestion` is the account that was probably meant. */
export const refuseSignIn = (
  request: HttpRequest,
  problem: SignInProblem,
  suggestion: string | null = null
): HttpResponse => {
  if (!prefersJson(request.header("accept"))) return inBrowser(problem);
  const message =
    suggestion === null ? signInSentence(problem) : `${signInSentence(problem)} Did you mean ${suggestion}?`;
  return json(
    statuses[problem],
    { error: problem, message, error_description: message },
    { ...noStore, ...again(problem) }
  );
};

/** Redirects a browser; a script gets the location as JSON and navigates itself. */
export const redirectOrConfirm = (request: HttpRequest, location: string, headers: Headers): HttpResponse =>
  prefersJson(request.header("accept"))
    ? json(200, { ok: true, location }, { ...noStore, ...headers })
    : seeOther(location, headers);
