import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { PoolClient } from "pg";
import type { ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import { parameterText } from "./parameterText.ts";
import { type RowsRequest, RowsTooLarge, type TextRow } from "./RowsQuery.ts";
import { StatementNamingClient } from "./StatementNamingClient.ts";

/** The rows did not come in time; the server was told to stop looking for them, unless others wait for the same. */
export class ReadTimedOut extends Schema.TaggedError<ReadTimedOut>()("ReadTimedOut", {
  milliseconds: Schema.Number
}) {}

/** The rows take more than was allowed; the server was told to stop. */
export class ReadTooLarge extends Schema.TaggedError<ReadTooLarge>()("ReadTooLarge", {
  bytes: Schema.Number
}) {}

export type ReadFailure = SqlError | ReadTimedOut | ReadTooLarge;

/** A statement with parameters, and what becomes of its rows. */
export interface ReadStatement<A> {
  readonly text: string;
  /** The values that are sent for the parameters of one read. */
  readonly bind: (parameters: ReadParameters) => ReadonlyArray<ParameterValue>;
  /** How much the rows may take together as the server sends them. */
  readonly bytes: number;
  /** Called once for all who share a read. */
  readonly write: (rows: ReadonlyArray<TextRow>, parameters: ReadParameters) => A;
}

export type ReadParameters = ReadonlyArray<ParameterValue>;

export type Resume<A> = (outcome: Effect.Effect<A, ReadFailure>) => void;

/** One who waits for a read, and for how long. */
interface Waiter<A> {
  readonly resume: Resume<A>;
  readonly timer: NodeJS.Timeout;
}

/** The connection that a read runs on, and what is told when it is given back. */
interface Running {
  readonly client: PoolClient & StatementNamingClient;
  readonly onRelease: () => void;
}

/** What a read tells those who keep it. */
export interface ReadEvents {
  /** From now on what the server says may be older than a question: nobody may join any more. */
  readonly onStart: () => void;
  /** Told once: everybody has what they waited for, or nobody waits any more. */
  readonly onSettled: (started: boolean) => void;
  /** Asks the server to stop what runs on a connection. */
  readonly cancel: (client: StatementNamingClient) => void;
}

/**
 * One read from the wait for a connection to its return, for all who joined before it started. Each waits for as long as
 * they said; when the last one leaves, the server is told to stop.
 */
export class CoalescedRead<A> {
  readonly #statement: ReadStatement<A>;
  readonly #parameters: ReadParameters;
  readonly #events: ReadEvents;
  readonly #waiters = new Set<Waiter<A>>();
  #running: Running | null = null;
  #over = false;

  constructor(statement: ReadStatement<A>, parameters: ReadParameters, events: ReadEvents) {
    this.#statement = statement;
    this.#parameters = parameters;
    this.#events = events;
  }

  /** Waits for the read, `milliseconds` at most. Gives what ends the wait. */
  join(milliseconds: number, resume: Resume<A>): () => void {
    const timer = setTimeout(() => {
      leave();
      resume(Effect.fail(new ReadTimedOut({ milliseconds })));
    }, milliseconds);
    const waiter: Waiter<A> = { resume, timer };
    const leave = () => {
      clearTimeout(timer);
      if (this.#waiters.delete(waiter) && this.#waiters.size === 0) this.#abandon();
    };
    this.#waiters.add(waiter);
    return leave;
  }

  /** Whether nobody waits for it any more. */
  get isSettled(): boolean {
    return this.#over;
  }

  /** On a connection of the pool, unless nobody waits for it any more; `onRelease` is told when it needs it no longer. */
  start(client: PoolClient, onRelease: () => void): void {
    if (client instanceof StatementNamingClient && !this.#over) this.#run({ client, onRelease });
    else {
      client.release();
      onRelease();
      this.fail(new Error("The pool has clients of another kind"));
    }
  }

  #run(running: Running): void {
    this.#running = running;
    this.#events.onStart();
    const { text, bind, bytes } = this.#statement;
    const values = bind(this.#parameters).map(parameterText);
    running.client.readRows({ text, values, bytes, respond: this.#respond });
  }

  /** That no connection was to be had, or what the server said instead of rows; nobody hears of it when it is over. */
  fail(cause: unknown): void {
    this.#end(Effect.fail(new SqlError({ cause, message: "Failed to read rows" })));
  }

  readonly #respond: RowsRequest["respond"] = (error, rows) => {
    if (this.#over) return;
    if (error instanceof RowsTooLarge) return this.#stop();
    this.#running?.client.release();
    this.#running?.onRelease();
    if (error) this.fail(error);
    else this.#end(this.#written(rows));
  };

  /** Written once, by whoever is the first to look. */
  #written(rows: ReadonlyArray<TextRow>): Effect.Effect<A> {
    let written: { readonly of: A } | null = null;
    return Effect.sync(() => {
      written ??= { of: this.#statement.write(rows, this.#parameters) };
      return written.of;
    });
  }

  #stop(): void {
    const { bytes } = this.#statement;
    this.#discardConnection();
    this.#end(Effect.fail(new ReadTooLarge({ bytes })));
  }

  #abandon(): void {
    if (this.#over) return;
    this.#over = true;
    this.#discardConnection();
    this.#events.onSettled(this.#running !== null);
  }

  /** Throws the connection away: what it still says would be taken for the answer to somebody else. */
  #discardConnection(): void {
    if (this.#running === null) return;
    const { client, onRelease } = this.#running;
    this.#events.cancel(client);
    client.release(true);
    onRelease();
  }

  #end(outcome: Effect.Effect<A, ReadFailure>): void {
    if (this.#over) return;
    this.#over = true;
    for (const { resume, timer } of this.#waiters) {
      clearTimeout(timer);
      resume(outcome);
    }
    this.#waiters.clear();
    this.#events.onSettled(this.#running !== null);
  }
}
