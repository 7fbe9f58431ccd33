import type { App, Tokens } from "../App.ts";
import { QueryLoad } from "../QueryLoad.ts";

const createStatus = `mutation { createXyzStatusphereStatus(input: { status: "~", createdAt: "2026-11-29T12:00:00Z" }) { uri } }`;
const feed = "{ xyzStatusphereStatus(first: 5) { totalCount nodes { uri status } } }";

/** A person of an app who is signed in. */
export interface SignedIn {
  readonly app: App;
  readonly tokens: Tokens;
}

/** What became of the requests of a load. */
export interface LoadOutcome {
  readonly reads: number;
  readonly writes: number;
  readonly refreshes: number;
  /** What was wrong with responses, or why there was none. */
  readonly wrong: ReadonlyArray<string>;
}

/** Reads, writes and refreshes that are sent all the time, on one line each and on three for reads, until it is ended. */
export class ConstantLoad {
  readonly #app: App;
  #tokens: Tokens;
  readonly #load: QueryLoad;
  readonly #done = { reads: 0, writes: 0, refreshes: 0 };

  /** `writer` and `refresher` are two people, because a refresh that replaces a token must not fail a write. */
  constructor(writer: SignedIn, refresher: SignedIn) {
    this.#app = refresher.app;
    this.#tokens = refresher.tokens;
    const read = () => this.#read(writer.app);
    this.#load = new QueryLoad([read, read, read, () => this.#write(writer), () => this.#refresh()]);
  }

  async #read(app: App): Promise<string | null> {
    const { data, errors, status } = await app.graphql(feed);
    this.#done.reads += 1;
    return status === 200 && errors === undefined && data !== null
      ? null
      : `a read: ${status} ${JSON.stringify(errors)}`;
  }

  async #write({ app, tokens }: SignedIn): Promise<string | null> {
    const { errors, status } = await app.graphql(createStatus, {}, tokens);
    this.#done.writes += 1;
    return errors === undefined ? null : `a write: ${status} ${JSON.stringify(errors)}`;
  }

  async #refresh(): Promise<string | null> {
    this.#tokens = await this.#app.refresh(this.#tokens);
    this.#done.refreshes += 1;
    return null;
  }

  /** Ends it, after the responses to what was sent. */
  async end(): Promise<LoadOutcome> {
    const wrong = await this.#load.end();
    return { ...this.#done, wrong };
  }
}
