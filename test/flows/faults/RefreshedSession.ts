import type { App, Tokens } from "../App.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";
import type { AuthorSession } from "./Author.ts";

/** Tokens that are refreshed when a process refuses them. */
export class RefreshedSession implements AuthorSession {
  readonly #app: App;
  #tokens: Tokens;

  constructor(app: App, tokens: Tokens) {
    this.#app = app;
    this.#tokens = tokens;
  }

  get tokens(): Tokens {
    return this.#tokens;
  }

  async renew(at: ServiceAddress): Promise<void> {
    this.#tokens = await this.#app
      .at(at)
      .refresh(this.#tokens)
      .catch(() => this.#tokens);
  }
}
