import { createHash, randomBytes } from "node:crypto";
import * as Schema from "effect/Schema";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import { signIn } from "../../test/pds/signIn.ts";
import { callback } from "../token/callback.ts";
import { SigningKey } from "../token/SigningKey.ts";
import type { Waited } from "./timedOutbound.ts";

export const steps = ["pushed request", "authorize", "return", "tokens"] as const;
export type Step = (typeof steps)[number];

/** The duration of a step as the app or browser sees it, and the part spent waiting for other servers, in milliseconds. */
export interface Measured extends Waited {
  readonly total: number;
}

export type LoginTimes = Readonly<Record<Step, Measured>>;

const decode = <A>(schema: Schema.Schema<A>) => Schema.decodeUnknownSync(Schema.parseJson(schema));
const readWaited = decode(Schema.Struct({ milliseconds: Schema.Number, requests: Schema.Number }));
const readPushed = decode(Schema.Struct({ request_uri: Schema.String }));
const readTokens = decode(Schema.Struct({ access_token: Schema.String, sub: Schema.String }));

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly cookies: ReadonlyArray<string>;
}

const ask = async (url: string, init: RequestInit): Promise<Reply> => {
  const answer = await fetch(url, { redirect: "manual", ...init });
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get("location"),
    cookies: answer.headers.getSetCookie()
  };
};

const locationOf = ({ location, status, text }: Reply): URL => {
  if (location === null) throw new Error(`No redirect: ${status} ${text.slice(0, 300)}`);
  return new URL(location);
};

/** One login from the pushed request of the app to its tokens, by a user who logs in at the PDS. */
export const measureLogin = async (origin: string, clientId: string, person: Account): Promise<LoginTimes> => {
  const key = new SigningKey();
  const verifier = randomBytes(32).toString("base64url");
  const times = new Map<Step, Measured>();

  const timed = async (step: Step, url: string, init: RequestInit): Promise<Reply> => {
    await ask(`${origin}/bench/waited`, {});
    const begun = performance.now();
    const reply = await ask(url, init);
    const total = performance.now() - begun;
    times.set(step, { total, ...readWaited((await ask(`${origin}/bench/waited`, {})).text) });
    return reply;
  };
  const post = (step: Step, path: string, fields: Readonly<Record<string, string>>) =>
    timed(step, `${origin}${path}`, {
      method: "POST",
      headers: { dpop: key.proof(`${origin}${path}`) },
      body: new URLSearchParams({ client_id: clientId, ...fields })
    });

  const pushed = await post("pushed request", "/oauth/par", {
    response_type: "code",
    redirect_uri: callback,
    scope: "atproto transition:generic",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
    login_hint: person.handle
  });
  const opened = new URLSearchParams({ client_id: clientId, request_uri: readPushed(pushed.text).request_uri });
  const started = await timed("authorize", `${origin}/oauth/authorize?${opened}`, {});
  const outcome = await signIn(locationOf(started), person);
  if (outcome._tag !== "Approved") throw new Error(JSON.stringify(outcome));
  const cookie = started.cookies.map((line) => line.split(";")[0]).join("; ");
  const returned = locationOf(await timed("return", outcome.redirect.href, { headers: { cookie } }));
  const tokens = await post("tokens", "/oauth/token", {
    grant_type: "authorization_code",
    code: returned.searchParams.get("code") ?? "",
    redirect_uri: callback,
    code_verifier: verifier
  });
  if (readTokens(tokens.text).sub !== person.did) throw new Error("another account was logged in");
  const of = (step: Step): Measured => times.get(step) ?? { total: 0, milliseconds: 0, requests: 0 };
  return {
    "pushed request": of("pushed request"),
    authorize: of("authorize"),
    return: of("return"),
    tokens: of("tokens")
  };
};
