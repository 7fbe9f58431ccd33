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

  private constructor(author: Author, session: ChaosSession, options: SessionOptions) {
    this.author = author;
    this.#session = session;
    this.#options = options;
  }

  static async signIn(name: string, options: SessionOptions): Promise<ChaosPerson> {
    const session = await ChaosSession.open(options);
    return new ChaosPerson(new Author(name, options.app, session, options.nodes, options.dice), session, options);
  }

  get did(): string {
    return this.#options.account.did;
  }

  async actUntil(isOver: () => boolean): Promise<void> {
    const { acknowledged, dice } = this.#options;
    while (!isOver()) {
      const chance = dice.roll();
      if (chance < 0.1) await this.#session.renew(this.#node(), null);
      else if (chance < 0.35) await this.#read();
      else
        await this.author.write(0.05).catch((error: unknown) => {
          acknowledged.refused.push(`${this.author.name}: ${error instanceof Error ? error.message : error}`);
        });
      await setTimeout(20 + dice.below(200));
    }
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
