import * as Schema from "effect/Schema";
import { App, type Registration, type Tokens } from "../../test/flows/App.ts";
import type { ServiceProcess } from "../../test/flows/ServiceProcess.ts";
import type { Account } from "../../test/pds/NetworkInfo.ts";

const createStatus = `mutation {
  createXyzStatusphereStatus(input: { status: "🐢", createdAt: "2026-11-27T12:00:00Z" }) { uri }
}`;

const countStatuses = "{ xyzStatusphereStatus { totalCount } }";

const decodeCount = Schema.decodeUnknownSync(
  Schema.Struct({ xyzStatusphereStatus: Schema.Struct({ totalCount: Schema.Int }) })
);

/** Where requests go: to the process of one version. */
export interface Target {
  readonly name: "older" | "newer";
  readonly service: ServiceProcess;
}

/** A person who is logged in, and may be at another process with the next request. */
interface Person {
  readonly app: App;
  readonly account: Account;
  tokens: Tokens;
}

/** Counts of requests to one version. `refused` are those that were answered with 503. */
interface Outcomes {
  done: number;
  refused: number;
  readonly failed: Array<string>;
}

const isRefusal = (error: unknown): boolean => /503|temporarily_unavailable|UNAVAILABLE/.test(describe(error));

/** The status of a response, which is itself the cause of some errors; a `Response` has no JSON. */
const statusOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "status" in cause ? `${cause.status} ` : "";

const describe = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${statusOf(error.cause)}${JSON.stringify(error.cause ?? "")}`
    : JSON.stringify(error);

/** Logins, refreshes, writes and reads through both versions, with what became of each. */
export class Traffic {
  readonly outcomes: Readonly<Record<Target["name"], Outcomes>> = {
    older: { done: 0, refused: 0, failed: [] },
    newer: { done: 0, refused: 0, failed: [] }
  };
  readonly #registration: Registration;
  readonly #people: Array<Person> = [];
  /** The number of records that were acknowledged. */
  written = 0;

  constructor(registration: Registration) {
    this.#registration = registration;
  }

  async #attempt(target: Target, what: string, work: () => Promise<void>): Promise<void> {
    const outcomes = this.outcomes[target.name];
    try {
      await work();
      outcomes.done += 1;
    } catch (error) {
      if (isRefusal(error)) outcomes.refused += 1;
      else outcomes.failed.push(`${what} at the ${target.name} version: ${describe(error)}`);
    }
  }

  /** A person logs in through one version. */
  logIn(target: Target, account: Account): Promise<void> {
    return this.#attempt(target, `login of ${account.handle}`, async () => {
      const app = await App.make(target.service, this.#registration);
      this.#people.push({ app, account, tokens: await app.login(account) });
    });
  }

  /** Everybody who is logged in refreshes, writes and reads through one version. */
  async use(target: Target): Promise<void> {
    for (const person of this.#people) {
      const app = person.app.at(target.service);
      const { handle } = person.account;
      await this.#attempt(target, `refresh of ${handle}`, async () => {
        person.tokens = await app.refresh(person.tokens);
      });
      await this.#attempt(target, `write of ${handle}`, async () => {
        const { errors, status } = await app.graphql(createStatus, {}, person.tokens);
        if (errors !== undefined || status !== 200) throw new Error(`${status} ${JSON.stringify(errors)}`);
        this.written += 1;
      });
      await this.#attempt(target, "query", async () => {
        const { data, status } = await app.graphql(countStatuses);
        if (status !== 200) throw new Error(String(status));
        const { totalCount } = decodeCount(data).xyzStatusphereStatus;
        if (totalCount < this.written) throw new Error(`${totalCount} records instead of ${this.written}`);
      });
    }
  }
}
