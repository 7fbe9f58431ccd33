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

  /** Follows redirects as a browser does, and approves, until the app is reached. */
  async #browse(start: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = new URL(start);
    for (let step = 0; step < 8; step += 1) {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
      const { cookies, location, status, text } = await this.#send(next.href, "GET", { cookie });
      for (const line of cookies) {
        const [pair = ""] = line.split(";");
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      if (location === null) throw new Error(`${this.server.name} ${next.pathname}: ${status} ${text.slice(0, 300)}`);
      const target = new URL(location, next);
      if (target.href.startsWith(callback)) return target;
      next = target.origin === this.origin ? target : await this.#approve(target);
    }
    throw new Error(`${this.server.name} redirects in a loop`);
  }

  async #approve(atPds: URL): Promise<URL> {
    const headers = { "content-length": String(Buffer.byteLength(atPds.href)) };
    const { text } = await this.#send(`${this.origin}/bench/approve`, "POST", headers, atPds.href);
    return new URL(`${this.origin}/oauth/atp/callback?${memberOf(text, "query")}`);
  }

  /** A complete login: PAR, authorize, code exchange. */
  async login(): Promise<App> {
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
    const opened = new URLSearchParams({
      client_id: this.#clientId,
      request_uri: memberOf(pushed.text, "request_uri")
    });
    const returned = await this.#browse(`${this.origin}${this.#paths.authorize}?${opened}`);
    const code = returned.searchParams.get("code");
    if (code === null) throw new Error(`${this.server.name}: ${returned.search}`);
    const fields = { grant_type: "authorization_code", code, redirect_uri: callback, code_verifier: verifier };
    const tokens = await this.#form(this.#paths.token, fields, key);
    return { key, refreshToken: memberOf(tokens.text, "refresh_token") };
  }

  /** Refreshes the tokens. */
  async refresh(app: App): Promise<void> {
    const fields = { grant_type: "refresh_token", refresh_token: app.refreshToken };
    const { text } = await this.#form(this.#paths.token, fields, app.key);
    app.refreshToken = memberOf(text, "refresh_token");
  }
}
