import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import type { Server } from "../reads/Server.ts";
import { callback } from "./callback.ts";
import { SigningKey } from "./SigningKey.ts";

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly cookies: ReadonlyArray<string>;
}

/** The endpoints of a server. */
export interface Paths {
  readonly par: string;
  readonly authorize: string;
  readonly token: string;
}

/** A logged-in app that refreshes repeatedly. */
export interface App {
  readonly key: SigningKey;
  refreshToken: string;
}

/** A pushed request, and what its app keeps. */
export interface Pushed {
  readonly key: SigningKey;
  readonly verifier: string;
  readonly requestUri: string;
}

/** A browser on its way through a login. */
export interface Visit {
  readonly key: SigningKey;
  readonly verifier: string;
  readonly at: URL;
  readonly jar: Map<string, string>;
}

const isCallback = ({ href }: URL): boolean => href.startsWith(callback);

const memberOf = (text: string, name: string): string => {
  const value: unknown = Object(JSON.parse(text))[name];
  if (typeof value !== "string") throw new Error(`no ${name}: ${text.slice(0, 300)}`);
  return value;
};

/** A measured server, with an app that uses it over persistent connections. */
export class Contender {
  readonly server: Server;
  readonly origin: string;
  readonly #clientId: string;
  readonly #paths: Paths;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(server: Server, clientId: string, paths: Paths) {
    this.server = server;
    this.origin = new URL(server.url).origin;
    this.#clientId = clientId;
    this.#paths = paths;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(url: string, method: "GET" | "POST", headers: Readonly<Record<string, string>>, body = ""): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent }, (incoming) => {
        const chunks: Array<Buffer> = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            location: incoming.headers.location ?? null,
            cookies: incoming.headers["set-cookie"] ?? []
          })
        );
      });
      sent.on("error", reject).end(body);
    });
  }

  async #form(path: string, fields: Readonly<Record<string, string>>, key: SigningKey): Promise<Reply> {
    const url = `${this.origin}${path}`;
    const body = new URLSearchParams({ client_id: this.#clientId, ...fields }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
      dpop: key.proof(url)
    };
    const reply = await this.#send(url, "POST", headers, body);
    if (reply.status >= 300)
      throw new Error(`${this.server.name} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return reply;
  }

  /** Follows redirects as a browser does, until one leads to the app or to a PDS. */
  async #browse({ at, jar, verifier, key }: Visit): Promise<Visit> {
    let next = at;
    for (let step = 0; step < 8; step += 1) {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
      const { cookies, location, status, text } = await this.#send(next.href, "GET", { cookie });
      for (const line of cookies) {
        const [pair = ""] = line.split(";");
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      if (location === null) throw new Error(`${this.server.name} ${next.pathname}: ${status} ${text.slice(0, 300)}`);
      next = new URL(location, next);
      if (isCallback(next) || next.origin !== this.origin) return { at: next, jar, verifier, key };
    }
    throw new Error(`${this.server.name} redirects in a loop`);
  }

  /** A pushed authorization request of an app. */
  async push(): Promise<Pushed> {
    const key = new SigningKey();
    const verifier = randomBytes(32).toString("base64url");
    const pushed = await this.#form(
      this.#paths.par,
      {
        response_type: "code",
        redirect_uri: callback,
        scope: "atproto transition:generic",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        state: randomBytes(16).toString("base64url"),
        login_hint: "alice.test"
      },
      key
    );
    return { key, verifier, requestUri: memberOf(pushed.text, "request_uri") };
  }

  /** The browser opens the pushed request, until it is at the PDS, or back at the app if there is none. */
  authorize({ key, requestUri, verifier }: Pushed): Promise<Visit> {
    const query = new URLSearchParams({ client_id: this.#clientId, request_uri: requestUri });
    const at = new URL(`${this.origin}${this.#paths.authorize}?${query}`);
    return this.#browse({ at, jar: new Map(), key, verifier });
  }

  /** The user approves at the PDS, which sends the browser back to the server. */
  async approve(visit: Visit): Promise<Visit> {
    if (isCallback(visit.at)) return visit;
    const headers = { "content-length": String(Buffer.byteLength(visit.at.href)) };
    const { text } = await this.#send(`${this.origin}/bench/approve`, "POST", headers, visit.at.href);
    return { ...visit, at: new URL(`${this.origin}/oauth/atp/callback?${memberOf(text, "query")}`) };
  }

  /** The browser returns from the PDS, until it is back at the app. */
  async finish(visit: Visit): Promise<Visit> {
    return isCallback(visit.at) ? visit : this.#browse(visit);
  }

  /** The app exchanges its code for tokens. */
  async exchange({ at, key, verifier }: Visit): Promise<App> {
    const code = at.searchParams.get("code");
    if (code === null) throw new Error(`${this.server.name}: ${at.search}`);
    const fields = { grant_type: "authorization_code", code, redirect_uri: callback, code_verifier: verifier };
    const tokens = await this.#form(this.#paths.token, fields, key);
    return { key, refreshToken: memberOf(tokens.text, "refresh_token") };
  }

  /** A complete login: PAR, authorize, code exchange. */
  async login(): Promise<App> {
    const opened = await this.authorize(await this.push());
    return this.exchange(await this.finish(await this.approve(opened)));
  }

  /** Refreshes the tokens. */
  async refresh(app: App): Promise<void> {
    const fields = { grant_type: "refresh_token", refresh_token: app.refreshToken };
    const { text } = await this.#form(this.#paths.token, fields, app.key);
    app.refreshToken = memberOf(text, "refresh_token");
  }
}
