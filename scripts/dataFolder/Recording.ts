import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as Schema from "effect/Schema";
import { exportJWK, generateKeyPair } from "jose";
import { App, type Tokens } from "../../test/flows/App.ts";
import { registerByCommand } from "../../test/flows/registerByCommand.ts";
import type { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import type { ReleaseFacts, StoredSession } from "../../test/releases/ReleaseFacts.ts";

const run = promisify(execFile);
const callback = "http://127.0.0.1:4321/callback";

const decodeClients = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ clients: Schema.Array(Schema.Object) }))
);

/** A login with everything that its app keeps. */
interface Person {
  readonly app: App;
  readonly key: StoredSession["key"];
  readonly tokens: Tokens;
}

/** Uses a service of some version as operators, apps and people do, and collects what a later version must find. */
export class Recording {
  readonly #service: ServiceProcess;
  readonly #checkout: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #queries: Array<ReleaseFacts["queries"][number]> = [];
  readonly #sessions: Array<StoredSession> = [];

  constructor(service: ServiceProcess, checkout: string, env: Readonly<Record<string, string>>) {
    this.#service = service;
    this.#checkout = checkout;
    this.#env = { ...env, EXTERNAL_BASE_URL: service.publicUrl };
  }

  /** Runs a command of the version, and returns what it prints. */
  async command(...args: ReadonlyArray<string>): Promise<string> {
    const { HOME = "", PATH = "" } = process.env;
    const env = { HOME, PATH, ...this.#env };
    return (await run(process.execPath, [join(this.#checkout, "src/cli.ts"), ...args], { env })).stdout;
  }

  /** Whether the version has a command, by its documentation. */
  async knows(command: string): Promise<boolean> {
    return (await readFile(join(this.#checkout, "docs/commands.md"), "utf8")).includes(`\n### ${command}\n`);
  }

  /** An app registers itself (RFC 7591). */
  async registerItself(): Promise<void> {
    const response = await fetch(`${this.#service.reach}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Registered itself", redirect_uris: ["https://app.example/callback"] })
    });
    if (!response.ok) throw new Error(`/oauth/register: ${response.status} ${await response.text()}`);
  }

  /** Puts the Lexicons of the checkout in force. */
  async importLexicons(): Promise<void> {
    await this.command("lexicons", "import", join(this.#checkout, "lexicons"), "--json");
  }

  /** Registers an app. */
  register(type: "public" | "confidential") {
    return registerByCommand(this.#env, type, callback, [], this.#checkout);
  }

  /** A person logs in to an app, which refreshes once. */
  async logIn(registration: Awaited<ReturnType<Recording["register"]>>, account: Account): Promise<Person> {
    const keys = await generateKeyPair("ES256", { extractable: true });
    const app = await App.make(this.#service, registration, keys);
    const tokens = await app.refresh(await app.login(account));
    return { app, tokens, key: registration.clientSecret === null ? await exportJWK(keys.privateKey) : null };
  }

  /** A person sends a mutation. */
  async write({ app, tokens }: Person, mutation: string): Promise<void> {
    const { errors } = await app.graphql(mutation, {}, tokens);
    if (errors !== undefined) throw new Error(`${mutation}: ${JSON.stringify(errors)}`);
  }

  /** The app of a person ends the session (RFC 7009). */
  async revoke({ app, tokens }: Person): Promise<void> {
    const body = new URLSearchParams({ token: tokens.refreshToken, client_id: app.registration.clientId });
    const response = await app.fetch(`${this.#service.publicUrl}/oauth/revoke`, { method: "POST", body });
    if (!response.ok) throw new Error(`/oauth/revoke: ${response.status} ${await response.text()}`);
  }

  /** Notes the session of a person as a later version must find it. */
  noteSession({ app, key, tokens }: Person, endReason: string | null): void {
    const { clientId, clientSecret } = app.registration;
    this.#sessions.push({ did: tokens.sub, clientId, clientSecret, key, refreshToken: tokens.refreshToken, endReason });
  }

  /** Notes the response to a query. */
  async noteQuery({ app }: Person, query: string): Promise<void> {
    const { data, errors } = await app.graphql(query);
    if (errors !== undefined) throw new Error(`${query}: ${JSON.stringify(errors)}`);
    this.#queries.push({ query, data });
  }

  /** What was noted, with the clients as they are now. */
  async facts(): Promise<Pick<ReleaseFacts, "clients" | "queries" | "sessions">> {
    const { clients } = decodeClients(await this.command("clients", "list", "--json"));
    return { clients, queries: this.#queries, sessions: this.#sessions };
  }
}
