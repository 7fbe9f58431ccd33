import type { ServiceProcess } from "../../flows/ServiceProcess.ts";
import type { Network } from "../../pds/connectNetwork.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { signIn } from "../../pds/signIn.ts";
import { Browser } from "../oauth/Browser.ts";
import { sendTo } from "../oauth/HttpWire.ts";

/** What libraries hand to `fetch`, members that are there without a value included. */
interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: RequestInit["headers"] | undefined;
  readonly body?: RequestInit["body"] | undefined;
  readonly redirect?: "manual" | "error" | "follow" | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

const requestOf = (input: string | URL | Request, init: FetchInit = {}): Request => {
  const given = Object.entries(init).filter(([, value]) => value !== undefined);
  return new Request(input, Object.fromEntries(given));
};

/**
 * `fetch` for a library of somebody else: what it sends to the public address of a service arrives at the process, and
 * the directory of DIDs is the one of the test. `movedTo` names another PDS in every DID document.
 */
export const fetchThrough =
  (service: ServiceProcess, network: Network, movedTo: string | null = null) =>
  async (input: string | URL | Request, init?: FetchInit): Promise<Response> => {
    const request = requestOf(input, init);
    const url = new URL(request.url);
    if (url.origin === service.publicUrl)
      return fetch(new Request(`${service.reach}${url.pathname}${url.search}`, request));
    if (url.origin !== "https://plc.directory") return fetch(request);
    const text = await (await fetch(`${network.plc.url}${url.pathname}`)).text();
    const document = movedTo === null ? text : text.replaceAll(network.pdses[0].url, movedTo);
    return new Response(document, { headers: { "content-type": "application/did+ld+json" } });
  };

/** A person at a browser: from the app's link over our pages and their PDS, until the app is reached. */
export const goThrough = async (
  service: ServiceProcess,
  link: URL,
  account: Account,
  redirectUri: string
): Promise<URL> => {
  const browser = new Browser((url, sent) => sendTo(service.reach, url, sent));
  let answer = await browser.visit(link);
  if (answer.status === 200) answer = await browser.submit(answer, link, "approve");
  const atPds = new URL(answer.header("location") ?? fail(`no way to the PDS: ${answer.status} ${answer.text}`));
  if (atPds.href.startsWith(redirectUri)) return atPds;
  const outcome = await signIn(atPds, { handle: account.handle, password: account.password });
  if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.body}`);
  const back = await browser.visit(outcome.redirect);
  return new URL(back.header("location") ?? fail(`no way to the app: ${back.status} ${back.text}`));
};

const fail = (message: string): never => {
  throw new Error(message);
};
