import { randomBytes } from "node:crypto";
import { Browser } from "./Browser.ts";
import { NotApplicable, needed } from "./Check.ts";
import type { ClientHost } from "./ClientHost.ts";
import { type Answer, type Sent, sendTo } from "./HttpWire.ts";
import { memberOf, objectOf } from "./json.ts";
import type { Operator } from "./Operator.ts";
import type { SeenSecrets } from "./SeenSecrets.ts";
import type { TestClient } from "./TestClient.ts";

/** What clients a target is asked with; which of them exist is up to whoever set it up. */
export type ClientKind = "public" | "otherPublic" | "basic" | "otherBasic" | "post" | "jwt" | "otherJwt" | "narrow";

/** A target in another mood: nonces required, its clock in the operator's hand, its database on a wire that can be cut. */
export type Variant = "nonces" | "travelling" | "fragile" | "guarded";

export interface TargetOptions {
  readonly issuer: string;
  /** Where requests are sent, one address for each process; the issuer itself when nothing stands in between. */
  readonly nodes: ReadonlyArray<string>;
  /** The address that takes access tokens, below the issuer. */
  readonly resource: string | null;
  readonly clients: Readonly<Partial<Record<ClientKind, TestClient>>>;
  /** Whom a login is for. */
  readonly loginHint: string | null;
  /** Does what the person does at their own server; answers where it sends the browser. Null when nobody can sign in. */
  readonly approve: ((url: URL) => Promise<URL>) | null;
  /** The same for a person who says no. */
  readonly refuse: ((url: URL) => Promise<URL>) | null;
  /** The same for somebody else than the one who was named. */
  readonly approveAsAnother: ((url: URL) => Promise<URL>) | null;
  /** Carries a flow out in a real browser; null where there is none. */
  readonly inBrowser: ((target: Target) => Promise<void>) | null;
  /** A web host of apps that the target may fetch from. */
  readonly clientHost: ClientHost | null;
  readonly secrets: SeenSecrets;
  readonly operator: Operator | null;
  readonly variants: Readonly<Partial<Record<Variant, Target>>>;
  /** Waits until that much time has passed at the target; null when nobody wants to wait that long. */
  readonly elapse: ((milliseconds: number) => Promise<void>) | null;
  /** The target's clock ahead of this machine's, in milliseconds. */
  readonly clockAhead: () => number;
}

export type Fields = Readonly<Record<string, string | undefined>>;

export const encodeFields = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  ).toString();

export const formType = "application/x-www-form-urlencoded";

/** An authorization server under test, known by its public surface only. */
export class Target {
  options: TargetOptions;
  readonly metadata: Readonly<Record<string, unknown>>;

  private constructor(options: TargetOptions, metadata: Readonly<Record<string, unknown>>) {
    this.options = options;
    this.metadata = metadata;
  }

  /** Adds clients to those that checks ask for. */
  know(clients: TargetOptions["clients"]): void {
    this.options = { ...this.options, clients: { ...this.options.clients, ...clients } };
  }

  static async connect(options: TargetOptions): Promise<Target> {
    const url = new URL("/.well-known/oauth-authorization-server", options.issuer);
    const answer = await sendTo(options.nodes[0] ?? options.issuer, url, {});
    if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${answer.text.slice(0, 300)}`);
    return new Target(options, objectOf(answer.text));
  }

  /** The same target, for somebody else to log in at. */
  for(person: Pick<TargetOptions, "approve"> & { readonly loginHint: string }): Target {
    const { approve, loginHint } = person;
    return new Target({ ...this.options, approve, loginHint }, this.metadata);
  }

  get issuer(): string {
    return this.options.issuer;
  }

  /** Seconds since 1970 at the target. */
  get now(): number {
    return Math.floor((Date.now() + this.options.clockAhead()) / 1000);
  }

  with(variant: Variant): Target {
    return needed(this.options.variants[variant], `needs a target of ours that is ${variant}`);
  }

  client(kind: ClientKind): TestClient {
    return needed(this.options.clients[kind], `needs a client of the kind ${kind}`);
  }

  operator(): Operator {
    return needed(this.options.operator, "needs whoever runs the target");
  }

  resource(): URL {
    return new URL(needed(this.options.resource, "needs the address of a resource"));
  }

  /** An endpoint by its name in the metadata, such as `token_endpoint`. */
  endpoint(name: string): URL {
    const value = this.metadata[name];
    if (typeof value !== "string") throw new NotApplicable(`the metadata names no ${name}`);
    return new URL(value);
  }

  async elapse(milliseconds: number): Promise<void> {
    await needed(this.options.elapse, "needs a target whose clock can be moved")(milliseconds);
  }

  #turns: Promise<unknown> = Promise.resolve();

  /** For checks that change what others would notice: one after the other. */
  exclusively(work: () => Promise<void>): Promise<void> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Waits until the target says that it is ready. */
  async ready(): Promise<void> {
    const end = Date.now() + 30_000;
    for (;;) {
      const answer = await this.send("/ready").catch(() => null);
      if (answer?.status === 200) return;
      if (Date.now() > end) throw new Error("the target was not ready again within 30 s");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Sends a request to one of the processes, and hears what was secret in it. */
  async send(url: URL | string, sent: Sent = {}, node = 0): Promise<Answer> {
    const whole = new URL(url, this.issuer);
    const { issuer, nodes, secrets } = this.options;
    // A resource may lie elsewhere than the issuer; only what is the issuer's own is sent to its processes.
    const reach = whole.origin === new URL(issuer).origin ? nodes[node % nodes.length] : undefined;
    const answer = await sendTo(reach ?? whole.origin, whole, sent);
    secrets.hear(whole, sent, answer);
    return answer;
  }

  post(url: URL | string, fields: Fields | string, sent: Sent = {}, node = 0): Promise<Answer> {
    const body = typeof fields === "string" ? fields : encodeFields(fields);
    return this.send(
      url,
      { method: "POST", ...sent, headers: { "content-type": formType, ...sent.headers }, body },
      node
    );
  }

  browser(node = 0): Browser {
    return new Browser((url, sent) => this.send(url, sent, node));
  }

  newState(): string {
    return randomBytes(16).toString("base64url");
  }

  newVerifier(): string {
    const verifier = randomBytes(32).toString("base64url");
    this.options.secrets.add("a code verifier", verifier);
    return verifier;
  }
}

/** A member of a JSON answer that must be text. */
export const textOf = (answer: Answer, name: string): string => {
  const value = memberOf(answer.text, name);
  if (typeof value !== "string") throw new Error(`${name} is missing: ${answer.status} ${answer.text.slice(0, 400)}`);
  return value;
};
