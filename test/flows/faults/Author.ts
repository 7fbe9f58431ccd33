import { setTimeout } from "node:timers/promises";
import type { App, GraphqlResult, Tokens } from "../App.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";
import type { Dice } from "./Dice.ts";

/** What an author was told of the records it wrote, by text; a text is written once. */
export interface Account {
  /** It is there: the service said so. */
  readonly there: Map<string, string>;
  /** It is not there any more, or never was: the service said so. */
  readonly gone: Set<string>;
  /** Nobody told. */
  readonly open: Set<string>;
}

/** The tokens of an author. */
export interface AuthorSession {
  readonly tokens: Tokens;
  /** Tries to get others, because a process has refused these, and said why or not. */
  readonly renew: (at: ServiceAddress, cause: string | null) => Promise<void>;
}

const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri } }";
const update =
  "mutation ($rkey: String!, $text: String!) { updateDevTidemarkNote(rkey: $rkey, input: { text: $text }) { uri } }";
const remove = "mutation ($rkey: String!) { deleteDevTidemarkNote(rkey: $rkey) { uri } }";
const batch = "mutation ($writes: [WriteInput!]!) { applyWrites(writes: $writes) { uri } }";

/** After these the app is to ask again, with the same key. */
const inDoubt: ReadonlySet<unknown> = new Set([
  ...["PDS_TIMEOUT", "PDS_UNREACHABLE", "PDS_ERROR", "PDS_NOT_XRPC", "PDS_INVALID_ANSWER", "PDS_PROOF_REFUSED"],
  ...[
    "WRITE_IN_PROGRESS",
    "WRITE_UNSETTLED",
    "ANSWER_UNAVAILABLE",
    "UNAVAILABLE",
    "SESSION_NOT_REFRESHED",
    "RATE_LIMITED"
  ]
]);

const extensionsOf = ({ errors }: GraphqlResult): { readonly code?: unknown; readonly cause?: unknown } =>
  Object(errors)[0]?.extensions ?? {};

const uriOf = (data: unknown): string => String(Object(Object.values(Object(data))[0]).uri);

/** Somebody who writes one record after the other through whichever process answers, and remembers what it was told. */
export class Author {
  readonly name: string;
  readonly account: Account = { there: new Map(), gone: new Set(), open: new Set() };
  readonly #app: App;
  readonly #nodes: ReadonlyArray<ServiceAddress>;
  readonly #dice: Dice;
  readonly #session: AuthorSession;
  #written = 0;
  #requests = 0;
  #isGivenUp = false;
  retries = 0;

  constructor(name: string, app: App, session: AuthorSession, nodes: ReadonlyArray<ServiceAddress>, dice: Dice) {
    this.name = name;
    this.#app = app;
    this.#session = session;
    this.#nodes = nodes;
    this.#dice = dice;
  }

  /** Asks no more for a write whose outcome is not known. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  /** One request; null when no answer came. */
  async #once(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    key: string | null
  ): Promise<GraphqlResult | null> {
    const node = this.#dice.of(this.#nodes);
    if (node === undefined) return null;
    const headers = key === null ? {} : { "idempotency-key": key };
    return this.#app
      .at(node)
      .graphql(query, variables, this.#session.tokens, headers)
      .catch(() => null);
  }

  /** Asks until something certain is known; without a key just once. */
  async #send(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    key: string | null
  ): Promise<GraphqlResult | null> {
    for (;;) {
      const answer = await this.#once(query, variables, key);
      const { cause, code } = answer === null ? { code: null } : extensionsOf(answer);
      if (answer !== null && code === undefined) return answer;
      if (code === "UNAUTHENTICATED")
        await this.#session.renew(
          this.#dice.of(this.#nodes) ?? this.#app.service,
          typeof cause === "string" ? cause : null
        );
      else if (answer !== null && !inDoubt.has(code)) return answer;
      if (key === null || this.#isGivenUp) return null;
      this.retries += 1;
      await setTimeout(100 + this.#dice.below(400));
    }
  }

  #text(): string {
    this.#written += 1;
    return `${this.name} ${this.#written}`;
  }

  #nextKey(): string {
    this.#requests += 1;
    return `${this.name} ${this.#requests}`;
  }

  /** Creates a record and updates it, whatever the dice say. */
  async createAndUpdate(): Promise<void> {
    await this.#create(this.#nextKey());
    const created = [...this.account.there].at(-1);
    if (created !== undefined) await this.#update(created, this.#nextKey());
  }

  /** Writes what the dice say, and gives how many records that was. */
  async write(keyless: number): Promise<number> {
    const next = this.#nextKey();
    const key = this.#dice.happens(keyless) ? null : next;
    const known = [...this.account.there];
    const chance = this.#dice.roll();
    const old = this.#dice.of(known);
    if (old !== undefined && chance < 0.15) return this.#update(old, key);
    if (old !== undefined && chance < 0.25) return this.#remove(old, key);
    if (chance < 0.4) return this.#batch(2 + this.#dice.below(4), key);
    return this.#create(key);
  }

  async #create(key: string | null): Promise<number> {
    const text = this.#text();
    const answer = await this.#send(create, { text }, key);
    if (answer === null) this.account.open.add(text);
    else this.#settle(answer, () => this.account.there.set(text, uriOf(answer.data)), text);
    return 1;
  }

  async #update([text, uri]: readonly [string, string], key: string | null): Promise<number> {
    const next = this.#text();
    this.account.there.delete(text);
    const answer = await this.#send(update, { rkey: uri.split("/").at(-1), text: next }, key);
    if (answer === null) for (const each of [text, next]) this.account.open.add(each);
    else
      this.#settle(
        answer,
        () => {
          this.account.there.set(next, uri);
          this.account.gone.add(text);
        },
        next
      );
    return 1;
  }

  async #remove([text, uri]: readonly [string, string], key: string | null): Promise<number> {
    this.account.there.delete(text);
    const answer = await this.#send(remove, { rkey: uri.split("/").at(-1) }, key);
    if (answer === null) this.account.open.add(text);
    else this.#settle(answer, () => this.account.gone.add(text), text);
    return 1;
  }

  async #batch(size: number, key: string | null): Promise<number> {
    const texts = Array.from({ length: size }, () => this.#text());
    const answer = await this.#send(
      batch,
      { writes: texts.map((text) => ({ create: { devTidemarkNote: { text } } })) },
      key
    );
    if (answer === null) for (const text of texts) this.account.open.add(text);
    else
      this.#settle(
        answer,
        () => {
          const results: ReadonlyArray<{ readonly uri: string }> = Object(answer.data).applyWrites;
          for (const [at, text] of texts.entries()) this.account.there.set(text, results[at]?.uri ?? "");
        },
        texts.join(", ")
      );
    return size;
  }

  #settle(answer: GraphqlResult, remember: () => void, what: string): void {
    if (answer.errors !== undefined) throw new Error(`${what} was refused: ${JSON.stringify(answer.errors)}`);
    remember();
  }
}
