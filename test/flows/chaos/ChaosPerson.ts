import { setTimeout } from "node:timers/promises";
import { Author } from "../faults/Author.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";
import { ChaosSession, type SessionOptions } from "./ChaosSession.ts";

const read = `query ($uri: String!) { devTidemarkNote(where: { uri: { eq: $uri } }) { nodes { uri text } } }`;

/** Somebody who writes, reads and refreshes through whichever process answers, until the run is over. */
export class ChaosPerson {
  readonly author: Author;
  readonly #session: ChaosSession;
  readonly #options: SessionOptions;
  readonly #giveUp: AbortController;
  #doing = "rests";

  private constructor(author: Author, session: ChaosSession, options: SessionOptions, giveUp: AbortController) {
    this.author = author;
    this.#session = session;
    this.#options = options;
    this.#giveUp = giveUp;
  }

  static async signIn(name: string, given: Omit<SessionOptions, "givenUp">): Promise<ChaosPerson> {
    const giveUp = new AbortController();
    const options = { ...given, givenUp: giveUp.signal };
    const session = await ChaosSession.open(options);
    const author = new Author(name, options.app, session, options.nodes, options.dice);
    return new ChaosPerson(author, session, options, giveUp);
  }

  /** What it waits for at the moment. */
  get doing(): string {
    return `${this.#doing}, ${this.author.retries} retries`;
  }

  /** Ends whatever it tries again and again. */
  giveUp(): void {
    this.#giveUp.abort();
    this.author.giveUp();
  }

  get did(): string {
    return this.#options.account.did;
  }

  async actUntil(isOver: () => boolean): Promise<void> {
    const { dice } = this.#options;
    while (!isOver()) {
      const chance = dice.roll();
      this.#doing = chance < 0.1 ? "refreshes" : chance < 0.35 ? "reads" : "writes";
      if (chance < 0.1) await this.#session.renew(this.#node(), null);
      else if (chance < 0.35) await this.#read();
      else await this.#write();
      this.#doing = "rests";
      await setTimeout(20 + dice.below(200));
    }
  }

  async #write(): Promise<void> {
    await this.author.write(0.05).catch((error: unknown) => {
      const { acknowledged } = this.#options;
      acknowledged.refused.push(`${this.author.name}: ${error instanceof Error ? error.message : error}`);
    });
  }

  #node(): ServiceAddress {
    const { app, dice, nodes } = this.#options;
    return dice.of(nodes) ?? app.service;
  }

  /** Whatever process answers knows what was acknowledged by another one. */
  async #read(): Promise<void> {
    const { acknowledged, app, dice } = this.#options;
    const [text, uri] = dice.of([...this.author.account.there]) ?? [];
    if (uri === undefined) return;
    const answer = await app
      .at(this.#node())
      .graphql(read, { uri })
      .catch(() => null);
    if (answer === null || answer.errors !== undefined) return;
    acknowledged.reads += 1;
    const nodes: ReadonlyArray<{ readonly text: string }> = Object(answer.data).devTidemarkNote.nodes;
    if (nodes[0]?.text !== text) acknowledged.stale.push(`${uri} is ${JSON.stringify(nodes)} instead of ${text}`);
  }
}
