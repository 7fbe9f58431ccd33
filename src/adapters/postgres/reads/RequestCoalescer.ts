import type { Pool } from "pg";
import type { AdmissionControl } from "./AdmissionControl.ts";
import { CoalescedRead, type ReadParameters, type ReadStatement, type Resume } from "./CoalescedRead.ts";
import type { StatementNamingClient } from "./StatementNamingClient.ts";

/** What all reads of a pool share. */
export interface ReadResources {
  readonly pool: Pool;
  readonly admission: AdmissionControl;
  /** Cancels the statement that runs on a connection. */
  readonly cancel: (client: StatementNamingClient) => void;
}

/** The read that requests may join. The README of this folder has the diagram. */
type Joinable<A> =
  /** An identical read is running. This one is held back until that one ends, for up to 25 ms. */
  | { readonly _tag: "Held"; readonly read: CoalescedRead<A>; readonly timer: NodeJS.Timeout }
  /** It waits for the end of the turn of the event loop, then for a permit, then for a connection. */
  | { readonly _tag: "Queued"; readonly read: CoalescedRead<A> };

const holdBackMs = 25;

/**
 * Coalesces the reads of one statement with the same parameters. A request joins the read that has not started yet, so its
 * rows are never older than the request. A read starts at the end of the turn of the event loop in which it was requested.
 * While an identical one is running it is held back, so that a read that is requested all the time does not take all
 * connections.
 */
export class RequestCoalescer<A> {
  readonly #statement: ReadStatement<A>;
  readonly #parameters: ReadParameters;
  readonly #resources: ReadResources;
  readonly #onIdle: () => void;
  #joinable: Joinable<A> | null = null;
  #running = 0;

  /** Calls `onIdle` when no read is left. */
  constructor(statement: ReadStatement<A>, parameters: ReadParameters, resources: ReadResources, onIdle: () => void) {
    this.#statement = statement;
    this.#parameters = parameters;
    this.#resources = resources;
    this.#onIdle = onIdle;
  }

  /** Waits up to `milliseconds` for the next read. Returns a function that ends the wait. */
  join(milliseconds: number, resume: Resume<A>): () => void {
    this.#joinable ??= this.#create();
    return this.#joinable.read.join(milliseconds, resume);
  }

  #create(): Joinable<A> {
    const read = new CoalescedRead(this.#statement, this.#parameters, {
      onStart: () => {
        this.#joinable = null;
        this.#running += 1;
      },
      onSettled: (started) => (started ? this.#onEnd() : this.#onUnstarted()),
      cancel: this.#resources.cancel
    });
    if (this.#running > 0) return { _tag: "Held", read, timer: setTimeout(this.#releaseHeld, holdBackMs) };
    setImmediate(this.#connect, read);
    return { _tag: "Queued", read };
  }

  readonly #connect = (read: CoalescedRead<A>): void =>
    this.#resources.admission.acquire((release) => {
      if (read.isSettled) return release();
      this.#resources.pool.connect((error, client) => {
        if (client) return read.start(client, release);
        read.fail(error ?? new Error("There is no connection"));
        release();
      });
    });

  readonly #releaseHeld = (): void => {
    const held = this.#joinable;
    if (held?._tag !== "Held") return;
    clearTimeout(held.timer);
    this.#joinable = { _tag: "Queued", read: held.read };
    this.#connect(held.read);
  };

  #onEnd(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#releaseHeld();
    if (this.#running === 0 && this.#joinable === null) this.#onIdle();
  }

  #onUnstarted(): void {
    if (this.#joinable?._tag === "Held") clearTimeout(this.#joinable.timer);
    this.#joinable = null;
    if (this.#running === 0) this.#onIdle();
  }
}
