import type { Account } from "../pds/NetworkInfo.ts";
import { signIn } from "../pds/signIn.ts";
import type { ServiceAddress } from "./ServiceAddress.ts";

/** What the admin API answered. */
export interface AdminReply {
  readonly data?: unknown;
  readonly errors?: ReadonlyArray<unknown>;
}

/** A browser at the settings of a service, which keeps the cookies it is given. */
export class AdminBrowser {
  readonly #service: ServiceAddress;
  readonly #cookies: Map<string, string>;

  constructor(service: ServiceAddress, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#service = service;
    this.#cookies = new Map(cookies);
  }

  /** The same browser as another process would see it. */
  at(service: ServiceAddress): AdminBrowser {
    return new AdminBrowser(service, this.#cookies);
  }

  async #fetch(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie !== "" && { cookie }) };
    const response = await fetch(`${this.#service.reach}${path}`, { redirect: "manual", ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";", 1);
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Sends a form of the settings. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Response> {
    return this.#fetch(path, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(form)
    });
  }

  /** Opens an address of the service, as a redirect from elsewhere leads to it. */
  follow(url: string | URL): Promise<Response> {
    const { pathname, search } = new URL(url);
    return this.#fetch(`${pathname}${search}`, { headers: { "sec-fetch-site": "cross-site" } });
  }

  /** Names an account, and gives where the PDS asks the person. */
  async begin(account: string): Promise<URL> {
    const started = await this.post("/settings/sign-in/account", { account });
    const location = started.headers.get("location") ?? "";
    if (!URL.canParse(location)) throw new Error(`It does not go to a PDS: ${started.status} ${location}`);
    return new URL(location);
  }

  /** Signs in at the PDS, and gives where that sends the browser. */
  async atPds({ handle, password }: Account): Promise<URL> {
    const outcome = await signIn(await this.begin(handle), { handle, password });
    if (outcome._tag === "Refused") throw new Error(`The PDS refused at ${outcome.step}: ${outcome.body}`);
    return outcome.redirect;
  }

  /** The whole way; gives the path that the browser ends at. */
  async signIn(account: Account): Promise<string | null> {
    return (await this.follow(await this.atPds(account))).headers.get("location");
  }

  async graphql(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<AdminReply> {
    const response = await this.#fetch("/admin/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ query, variables })
    });
    return Object(await response.json());
  }

  /** Asks for the history as a file. */
  history(): Promise<Response> {
    return this.#fetch("/admin/audit.ndjson", { headers: { "sec-fetch-site": "same-origin" } });
  }

  async session(): Promise<unknown> {
    const { data } = await this.graphql("{ adminSession { state did handle setUpOpen } }");
    return Object(data).adminSession;
  }

  /** How far somebody is with signing in. */
  async state(): Promise<string> {
    return Object(await this.session()).state;
  }
}
