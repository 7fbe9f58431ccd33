import { setTimeout } from "node:timers/promises";
import { decodeJwt } from "jose";
import { ResponseBodyError } from "oauth4webapi";
import type { Account } from "../../pds/NetworkInfo.ts";
import type { App, Tokens } from "../App.ts";
import type { AuthorSession } from "../faults/Author.ts";
import type { Dice } from "../faults/Dice.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";
import type { Acknowledged } from "./Acknowledged.ts";

const idOf = ({ accessToken }: Tokens): string => String(decodeJwt(accessToken).jti);

const isOver = (error: unknown): boolean => error instanceof ResponseBodyError && error.error === "invalid_grant";

/** What a session needs to be opened, again and again. */
export interface SessionOptions {
  readonly app: App;
  readonly account: Account;
  readonly nodes: ReadonlyArray<ServiceAddress>;
  readonly dice: Dice;
  readonly acknowledged: Acknowledged;
  /** Aborted when the run gives the person up. */
  readonly givenUp: AbortSignal;
}

/** The session of a person with an app, who logs in again when the app is told that it is over. */
export class ChaosSession implements AuthorSession {
  readonly #options: SessionOptions;
  #tokens: Tokens;

  private constructor(options: SessionOptions, tokens: Tokens) {
    this.#options = options;
    this.#tokens = tokens;
  }

  static async open(options: SessionOptions): Promise<ChaosSession> {
    return new ChaosSession(options, await logIn(options));
  }

  get tokens(): Tokens {
    return this.#tokens;
  }

  async renew(at: ServiceAddress, cause: string | null): Promise<void> {
    if (cause !== null) return this.#openAgain(cause);
    const { acknowledged, app } = this.#options;
    try {
      this.#tokens = await app.at(at).refresh(this.#tokens);
      acknowledged.tokenIds.push(idOf(this.#tokens));
      acknowledged.refreshes += 1;
    } catch (error) {
      if (isOver(error)) return this.#openAgain("invalid_grant");
    }
  }

  async #openAgain(told: string): Promise<void> {
    this.#options.acknowledged.ends.push({ tokenId: idOf(this.#tokens), told });
    this.#tokens = await logIn(this.#options);
  }
}

/** Tries until it succeeds, at one process after the other. */
const logIn = async ({ account, acknowledged, app, dice, givenUp, nodes }: SessionOptions): Promise<Tokens> => {
  for (;;) {
    givenUp.throwIfAborted();
    const tokens = await app
      .at(dice.of(nodes) ?? app.service)
      .login(account)
      .catch(() => null);
    if (tokens !== null) {
      acknowledged.tokenIds.push(idOf(tokens));
      acknowledged.logins += 1;
      return tokens;
    }
    await setTimeout(300 + dice.below(500));
  }
};
