import { prefersJson } from "../pages/prefersJson.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, json, noStore, seeOther } from "../server/response/HttpResponse.ts";
import { settingsProblem } from "./settingsProblem.ts";
import { type SignInProblem, signInSentence } from "./signInProblems.ts";

/** Sends the browser back to the settings, which say what was wrong. */
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

/** What is wrong with a request, and not with who signs in: no page of the settings sends it. */
const titles: Partial<Readonly<Record<SignInProblem, string>>> = {
  "not-from-here": "Not from here",
  "not-a-form": "Not a form",
  "too-large": "Too much",
  incomplete: "Not complete",
  "too-many": "Not now",
  contended: "Not now",
  unavailable: "Not now"
};

const inBrowser = (problem: SignInProblem): HttpResponse => {
  const title = titles[problem];
  if (title === undefined) return redirectToSettings(problem);
  const page = settingsProblem(statuses[problem], title, signInSentence(problem));
  return { ...page, headers: { ...page.headers, ...again(problem) } };
};

/** Tells a script, or a person by the page of the settings, why somebody is not signed in; `suggestion` is the account that was probably meant. */
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

/** Sends the browser on; a script is told where to, and goes there itself. */
export const redirectOrConfirm = (request: HttpRequest, location: string, headers: Headers): HttpResponse =>
  prefersJson(request.header("accept"))
    ? json(200, { ok: true, location }, { ...noStore, ...headers })
    : seeOther(location, headers);
