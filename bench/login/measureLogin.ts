import { createHash, randomBytes } from "node:crypto";
import * as Schema from "effect/Schema";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import { signIn } from "../../test/pds/signIn.ts";
import type { Server } from "../reads/Server.ts";
import { processorTime, processTimes, timeBetween } from "../rounds/processUse.ts";
import { callback } from "../token/callback.ts";
import { SigningKey } from "../token/SigningKey.ts";
import type { Waited } from "./timedOutbound.ts";

export const steps = ["pushed request", "authorize", "return", "tokens"] as const;
export type Step = (typeof steps)[number];

/** A step until its response: times in milliseconds, processor time in microseconds. */
export interface StepTimes {
  readonly total: number;
  /** What the server spent on other servers: the PDS and the directory. */
  readonly others: Waited;
  readonly processor: number;
  readonly database: number;
}

/** The steps of one login; a server without an app between itself and the user has two of them. */
export type LoginTimes = Readonly<Partial<Record<Step, StepTimes>>>;

/** A server at which users log in, and the process of its database. */
export interface LoginServer {
  readonly server: Server;
  readonly postmaster: number | null;
}

const decode = <A, I>(schema: Schema.Schema<A, I>) => Schema.decodeUnknownSync(Schema.parseJson(schema));
const readWaited = decode(
  Schema.Struct({
    milliseconds: Schema.Number,
    requests: Schema.Number,
    // Versions from before it was measured do not say it.
    processor: Schema.optionalWith(Schema.Number, { default: () => Number.NaN })
  })
);
const readPushed = decode(Schema.Struct({ request_uri: Schema.String }));
const readSubject = decode(Schema.Struct({ sub: Schema.String }));

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

/** Measures the steps of one login. */
class Stopwatch {
  readonly times: Partial<Record<Step, StepTimes>> = {};
  readonly #process: number;
  readonly #postmaster: number;
  readonly #waits: string;

  constructor({ postmaster, server }: LoginServer) {
    this.#process = server.process;
    this.#postmaster = postmaster ?? Number.NaN;
    this.#waits = new URL("/bench/waited", server.url).href;
  }

  async step(name: Step, url: string, init: RequestInit): Promise<Reply> {
    await ask(this.#waits, {});
    const database = await processTimes(this.#postmaster);
    const processor = await processorTime(this.#process);
    const begun = performance.now();
    const reply = await ask(url, init);
    const total = performance.now() - begun;
    const used = (await processorTime(this.#process)) - processor;
    const stored = timeBetween(database, await processTimes(this.#postmaster));
    const others = readWaited((await ask(this.#waits, {})).text);
    this.times[name] = { total, others, processor: used, database: stored };
    return reply;
  }
}

const approved = async (page: URL, person: Account): Promise<URL> => {
  const outcome = await signIn(page, person);
  if (outcome._tag !== "Approved") throw new Error(JSON.stringify(outcome));
  return outcome.redirect;
};

const verify = (person: Account, { status, text }: Reply): void => {
  if (status !== 200) throw new Error(`The login failed: ${status} ${text.slice(0, 300)}`);
  if (readSubject(text).sub !== person.did) throw new Error("another account was logged in");
};

/** One login from the pushed request of an app to its tokens, by a user who logs in at the PDS. */
export const measureLogin = async (at: LoginServer, clientId: string, person: Account): Promise<LoginTimes> => {
  const { origin } = new URL(at.server.url);
  const key = new SigningKey();
  const verifier = randomBytes(32).toString("base64url");
  const watch = new Stopwatch(at);
  const post = (step: Step, path: string, fields: Readonly<Record<string, string>>) =>
    watch.step(step, `${origin}${path}`, {
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
  const started = await watch.step("authorize", `${origin}/oauth/authorize?${opened}`, {});
  const redirect = await approved(locationOf(started), person);
  const cookie = started.cookies.map((line) => line.split(";")[0]).join("; ");
  const returned = locationOf(await watch.step("return", redirect.href, { headers: { cookie } }));
  const tokens = await post("tokens", "/oauth/token", {
    grant_type: "authorization_code",
    code: returned.searchParams.get("code") ?? "",
    redirect_uri: callback,
    code_verifier: verifier
  });
  verify(person, tokens);
  return watch.times;
};

/** One login at an app that talks to the PDS itself. */
export const measurePeerLogin = async (at: LoginServer, person: Account): Promise<LoginTimes> => {
  const watch = new Stopwatch(at);
  const opened = new URLSearchParams({ login_hint: person.handle });
  const started = await watch.step("authorize", new URL(`/authorize?${opened}`, at.server.url).href, {});
  const redirect = await approved(locationOf(started), person);
  verify(person, await watch.step("return", redirect.href, {}));
  return watch.times;
};
