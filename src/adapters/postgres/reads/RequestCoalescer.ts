import type { Pool } from "pg";
import type { AdmissionControl } from "./AdmissionControl.ts";
import { CoalescedRead, type ReadParameters, type ReadStatement, type Resume } from "./CoalescedRead.ts";
import type { StatementNamingClient } from "./StatementNamingClient.ts";

/** Where reads run, and how they are stopped. */
export interface ReadResources {
  readonly pool: Pool;
  readonly admission: AdmissionControl;
  /** Asks the server to stop what runs on a connection. */
  readonly cancel: (client: StatementNamingClient) => void;
}

/** Milliseconds that a read is held back at most while one like it runs. */
const holdBackMs = 25;

/**
 * The reads of one statement with the same parameters: one at most waits, and whoever asks joins it. They are answered by a
 * statement that began after they asked, as if it were their own. A read begins when all that arrived in this turn of the
 * event loop had the chance to join; while one like it runs, it is held back for a moment, so that the same question, asked
 * all the time, is before the server once and not in all connections.
 */
export class RequestCoalescer<A> {
  readonly #statement: ReadStatement<A>;
  readonly #parameters: ReadParameters;
  readonly #resources: ReadResources;
  readonly #onIdle: () => void;
  #waiting: CoalescedRead<A> | null = null;
  /** Set while the one that waits is held back. */
  #holdTimer: NodeJS.Timeout | null = null;
  #running = 0;

  constructor(statement: ReadStatement<A>, parameters: ReadParameters, resources: ReadResources, onIdle: () => void) {
    this.#statement = statement;
    this.#parameters = parameters;
    this.#resources = resources;
    this.#onIdle = onIdle;
  }

  /** Waits for the next read, `milliseconds` at most. Gives what ends the wait. */
  join(milliseconds: number, resume: Resume<A>): () => void {
    this.#waiting ??= this.#begin();
    return this.#waiting.join(milliseconds, resume);
  }

  #begin(): CoalescedRead<A> {
    const read = new CoalescedRead(this.#statement, this.#parameters, {
      onStart: () => {
        this.#waiting = null;
        this.#running += 1;
      },
      onSettled: (started) => this.#leave(started),
      cancel: this.#resources.cancel
    });
    if (this.#running === 0) setImmediate(this.#connect, read);
    else this.#holdTimer = setTimeout(this.#releaseHeld, holdBackMs);
    return read;
  }

  readonly #connect = (read: CoalescedRead<A>): void =>
    this.#resources.admission.acquire((leave) => {
      if (read.isSettled) return leave();
      this.#resources.pool.connect((error, client) => {
        if (client) return read.start(client, leave);
        read.fail(error ?? new Error("no connection"));
        leave();
      });
    });

  readonly #releaseHeld = (): void => {
    if (this.#holdTimer === null) return;
    clearTimeout(this.#holdTimer);
    this.#holdTimer = null;
    if (this.#waiting !== null) this.#connect(this.#waiting);
  };

  #leave(started: boolean): void {
    if (started) this.#running -= 1;
    else this.#waiting = null;
    if (this.#running === 0 || this.#waiting === null) this.#releaseHeld();
    if (this.#running === 0 && this.#waiting === null) this.#onIdle();
  }
}
