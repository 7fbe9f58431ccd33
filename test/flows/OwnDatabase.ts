import { setTimeout } from "node:timers/promises";
import { Client } from "pg";

/** What the owner of a database sees and does in it, beside the service and its wire. */
export class OwnDatabase {
  readonly #url: URL;

  constructor(url: URL) {
    this.#url = url;
  }

  async #with<A>(act: (owner: Client) => Promise<A>): Promise<A> {
    const owner = new Client({ connectionString: this.#url.href });
    owner.on("error", () => undefined);
    await owner.connect();
    return act(owner).finally(() => owner.end());
  }

  /** Runs a statement and gives its rows. */
  rows(statement: string): Promise<ReadonlyArray<Record<string, unknown>>> {
    return this.#with(async (owner) => (await owner.query(statement)).rows);
  }

  /** Holds a lock meanwhile. */
  whileLocked(lock: string, act: () => Promise<void>): Promise<void> {
    return this.#with(async (owner) => {
      await owner.query(`begin; ${lock}`);
      await act();
    });
  }

  /** Returns as soon as a session waits for a lock. */
  async untilOneWaits(): Promise<void> {
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await this.#with(async (owner) => {
      for (const end = performance.now() + 15_000; (await owner.query(waiting)).rowCount === 0; await setTimeout(20))
        if (performance.now() > end) throw new Error("Nothing waits for the lock");
    });
  }
}
