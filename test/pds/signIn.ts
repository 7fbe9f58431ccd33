import * as Schema from "effect/Schema";
import { type BrowserResponse, browserRequest } from "./browserRequest.ts";
import { CookieJar } from "./CookieJar.ts";

/** How a visit to a PDS's authorization page ended. */
export type SignInOutcome =
  /** The browser is sent back to the client with a code. */
  | { readonly _tag: "Approved"; readonly redirect: URL; readonly code: string }
  /** The browser is sent back to the client with an OAuth error, such as `access_denied`. */
  | { readonly _tag: "Denied"; readonly redirect: URL; readonly error: string; readonly description: string | null }
  /** The PDS answered with an error and the browser stays there. */
  | { readonly _tag: "Refused"; readonly step: SignInStep; readonly status: number; readonly body: string };

export type SignInStep = "authorize" | "sign-in" | "consent" | "reject" | "redirect";

/** The person at the browser: who they are, and what they grant (all that was asked, unless `scope` narrows it). */
export interface Person {
  readonly handle: string;
  readonly password: string;
  readonly remember?: boolean;
  readonly scope?: string;
}

const SignedIn = Schema.Struct({
  account: Schema.Struct({ did: Schema.String }),
  ephemeralToken: Schema.optional(Schema.String)
});
const decodeSignedIn = Schema.decodeUnknownSync(Schema.parseJson(SignedIn));
const decodeNext = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ url: Schema.String })));

/** Opens an authorization page (of a pushed request), signs in and consents. */
export async function signIn(
  authorizeUrl: string | URL,
  person: Person,
  jar: CookieJar = new CookieJar()
): Promise<SignInOutcome> {
  return visit(authorizeUrl, jar, async (page) => {
    const { handle: username, password, remember = false } = person;
    const signedIn = await page.call("sign-in", { locale: "en", username, password, remember });
    const { account, ephemeralToken } = decodeSignedIn(signedIn);
    return page.call("consent", consentTo(account.did, person.scope), ephemeralToken);
  });
}

/** Opens an authorization page in a browser that remembers the person, and consents. */
export async function consent(
  authorizeUrl: string | URL,
  person: { readonly did: string; readonly scope?: string },
  jar: CookieJar
): Promise<SignInOutcome> {
  return visit(authorizeUrl, jar, (page) => page.call("consent", consentTo(person.did, person.scope)));
}

/** Opens an authorization page and denies access. */
export async function reject(authorizeUrl: string | URL, jar: CookieJar = new CookieJar()): Promise<SignInOutcome> {
  return visit(authorizeUrl, jar, (page) => page.call("reject", {}));
}

const consentTo = (did: string, scope: string | undefined) => (scope === undefined ? { did } : { did, scope });

class Refusal extends Error {
  readonly step: SignInStep;
  readonly response: BrowserResponse;
  constructor(step: SignInStep, response: BrowserResponse) {
    super(`${step}: ${response.status}`);
    this.step = step;
    this.response = response;
  }
}

/** The private API behind the page; it reads the pushed request from the referrer. */
class AuthorizationPage {
  readonly #url: URL;
  readonly #jar: CookieJar;
  constructor(url: URL, jar: CookieJar) {
    this.#url = url;
    this.#jar = jar;
  }

  async call(step: SignInStep, input: object, bearer?: string): Promise<string> {
    const body = JSON.stringify(input);
    const response = await browserRequest("POST", new URL(`/@atproto/oauth-provider/~api/${step}`, this.#url), {
      jar: this.#jar,
      body,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "sec-fetch-mode": "same-origin",
        "sec-fetch-site": "same-origin",
        "sec-fetch-dest": "empty",
        origin: this.#url.origin,
        referer: this.#url.href,
        "x-csrf-token": this.#jar.get("csrf-token") ?? "",
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` })
      }
    });
    if (response.status !== 200) throw new Refusal(step, response);
    return response.body;
  }
}

async function visit(
  authorizeUrl: string | URL,
  jar: CookieJar,
  decide: (page: AuthorizationPage) => Promise<string>
): Promise<SignInOutcome> {
  const url = new URL(authorizeUrl);
  try {
    const opened = await browserRequest("GET", url, { jar, headers: navigation("cross-site") });
    // The PDS may decide without asking: a remembered person with `prompt=none`, or a request that is not acceptable.
    if (opened.headers.location !== undefined) return outcomeOf(opened.headers.location);
    if (opened.status !== 200) throw new Refusal("authorize", opened);

    const next = decodeNext(await decide(new AuthorizationPage(url, jar)));
    const sent = await browserRequest("GET", next.url, {
      jar,
      headers: { ...navigation("same-origin"), referer: url.href }
    });
    if (sent.headers.location === undefined) throw new Refusal("redirect", sent);
    return outcomeOf(sent.headers.location);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { _tag: "Refused", step: error.step, status: error.response.status, body: error.response.body };
  }
}

const navigation = (site: "cross-site" | "same-origin") => ({
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": site
});

function outcomeOf(location: string): SignInOutcome {
  const redirect = new URL(location);
  // A client may ask for the answer in the fragment (`response_mode=fragment`).
  const answer = redirect.searchParams.has("state")
    ? redirect.searchParams
    : new URLSearchParams(redirect.hash.slice(1));
  const code = answer.get("code");
  if (code !== null) return { _tag: "Approved", redirect, code };
  const error = answer.get("error") ?? "missing code";
  return { _tag: "Denied", redirect, error, description: answer.get("error_description") };
}
