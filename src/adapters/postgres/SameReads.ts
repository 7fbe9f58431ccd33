import type { Pool } from "pg";
import { type ReadParameters, type ReadStatement, type Resume, SharedRead } from "./SharedRead.ts";
import type { StatementNamingClient } from "./StatementNamingClient.ts";
import type { Turnstile } from "./Turnstile.ts";

/** Where reads run, and how they are stopped. */
export interface ReadsBehind {
  readonly pool: Pool;
  readonly turnstile: Turnstile;
  /** Asks the server to stop what runs on a connection. */
  readonly cancel: (client: StatementNamingClient) => void;
}

/** Milliseconds that a read is held back at most while one like it runs. */
const patience = 25;

/**
 * The reads of one statement with the same parameters: one at most waits, and whoever asks joins it. They are answered by a
 * statement that began after they asked, as if it were their own. A read begins when all that arrived in this turn of the
 * event loop had the chance to join; while one like it runs, it is held back for a moment, so that the same question, asked
 * all the time, is before the server once and not in all connections.
 */
export class SameReads<A> {
  readonly #statement: ReadStatement<A>;
  readonly #parameters: ReadParameters;
  readonly #behind: ReadsBehind;
  readonly #onIdle: () => void;
  #waiting: SharedRead<A> | null = null;
  /** Set while the one that waits is held back. */
  #held: NodeJS.Timeout | null = null;
  #running = 0;

  constructor(statement: ReadStatement<A>, parameters: ReadParameters, behind: ReadsBehind, onIdle: () => void) {
    this.#statement = statement;
    this.#parameters = parameters;
    this.#behind = behind;
    this.#onIdle = onIdle;
  }

  /** Waits for the next read, `milliseconds` at most. Gives what ends the wait. */
  join(milliseconds: number, resume: Resume<A>): () => void {
    this.#waiting ??= this.#begin();
    return this.#waiting.join(milliseconds, resume);
  }

  #begin(): SharedRead<A> {
    const read = new SharedRead(this.#statement, this.#parameters, {
      onStart: () => {
        this.#waiting = null;
        this.#running += 1;
      },
      onOver: (started) => this.#leave(started),
      cancel: this.#behind.cancel
    });
    if (this.#running === 0) setImmediate(this.#connect, read);
    else this.#held = setTimeout(this.#letGo, patience);
    return read;
  }

  readonly #connect = (read: SharedRead<A>): void =>
    this.#behind.turnstile.enter((leave) => {
      if (read.isOver) return leave();
      this.#behind.pool.connect((error, client) => {
        if (client) return read.start(client, leave);
        read.fail(error ?? new Error("no connection"));
        leave();
      });
    });

  readonly #letGo = (): void => {
    if (this.#held === null) return;
    clearTimeout(this.#held);
    this.#held = null;
    if (this.#waiting !== null) this.#connect(this.#waiting);
  };

  #leave(started: boolean): void {
    if (started) this.#running -= 1;
    else this.#waiting = null;
    if (this.#running === 0 || this.#waiting === null) this.#letGo();
    if (this.#running === 0 && this.#waiting === null) this.#onIdle();
  }
}
