import { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { PoolClient } from "pg";
import type { ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import type { TextRow } from "./RowMessages.ts";
import { type RowsRequest, RowsTooLarge } from "./RowsQuery.ts";
import { StatementNamingClient } from "./StatementNamingClient.ts";

/** The rows did not arrive in time. Unless other requests wait for them, the statement was cancelled. */
export class ReadTimedOut extends Schema.TaggedError<ReadTimedOut>()("ReadTimedOut", {
  milliseconds: Schema.Number
}) {}

/** The rows have more bytes than the read allows. The statement was cancelled. */
export class ReadTooLarge extends Schema.TaggedError<ReadTooLarge>()("ReadTooLarge", {
  bytes: Schema.Number
}) {}

export type ReadFailure = SqlError | ReadTimedOut | ReadTooLarge;

/** A statement with parameters, and the function that makes a result of its rows. */
export interface ReadStatement<A> {
  readonly text: string;
  /** Returns the values to send for the parameters of one read. */
  readonly bind: (parameters: ReadParameters) => ReadonlyArray<ParameterValue>;
  /** The number of bytes that the rows may have together, as the server sends them. */
  readonly bytes: number;
  /** Called once for all requests that share a read. */
  readonly write: (rows: ReadonlyArray<TextRow>, parameters: ReadParameters) => A;
}

export type ReadParameters = ReadonlyArray<ParameterValue>;

export type Resume<A> = (outcome: Effect.Effect<A, ReadFailure>) => void;

/** A request that waits for a read, and the timer that ends the wait. */
interface Waiter<A> {
  readonly resume: Resume<A>;
  readonly timer: NodeJS.Timeout;
}

interface Running {
  readonly _tag: "Running";
  readonly client: PoolClient & StatementNamingClient;
  /** Called when the read no longer needs the connection. */
  readonly onRelease: () => void;
}

/** The states of a read, in their order. The README of this folder has the diagram. */
type State =
  /** Requests may join. The statement has not been sent. */
  | { readonly _tag: "Waiting" }
  /** The server runs the statement. No request may join. */
  | Running
  /** Every request has its outcome, or has left. */
  | { readonly _tag: "Settled" };

const waiting: State = { _tag: "Waiting" };
const settled: State = { _tag: "Settled" };

/** The callbacks by which a read reports its progress. */
interface ReadEvents {
  /** Called when the statement is sent. Later requests must not join, because its rows may be older than they are. */
  readonly onStart: () => void;
  /** Called once, when the read is settled; `started` says whether its statement was sent. */
  readonly onSettled: (started: boolean) => void;
  /** Cancels the statement that runs on a connection. */
  readonly cancel: (client: StatementNamingClient) => void;
}

/**
 * One statement for all requests that joined before it was sent. Each request has its own time limit. When the last one
 * leaves, the statement is cancelled.
 */
export class CoalescedRead<A> {
  readonly #statement: ReadStatement<A>;
  readonly #parameters: ReadParameters;
  readonly #events: ReadEvents;
  readonly #waiters = new Set<Waiter<A>>();
  #state: State = waiting;

  constructor(statement: ReadStatement<A>, parameters: ReadParameters, events: ReadEvents) {
    this.#statement = statement;
    this.#parameters = parameters;
    this.#events = events;
  }

  /** Waits up to `milliseconds` for the outcome of the read. Returns a function that ends the wait. */
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

  /** Whether no request waits for it any longer. */
  get isSettled(): boolean {
    return this.#state._tag === "Settled";
  }

  /** Sends the statement over a connection of the pool. A settled read returns the connection at once. */
  start(client: PoolClient, onRelease: () => void): void {
    if (client instanceof StatementNamingClient && !this.isSettled) this.#run({ _tag: "Running", client, onRelease });
    else {
      client.release();
      onRelease();
      this.fail(new Error("The clients of the pool are not StatementNamingClients"));
    }
  }

  #run(running: Running): void {
    this.#state = running;
    this.#events.onStart();
    const { text, bind, bytes } = this.#statement;
    running.client.readRows({ text, values: bind(this.#parameters), bytes, respond: this.#respond });
  }

  /** Fails all requests, because there is no connection or the server reported an error. */
  fail(cause: unknown): void {
    this.#settle(Effect.fail(new SqlError({ cause, message: "Failed to read rows" })));
  }

  readonly #respond: RowsRequest["respond"] = (error, rows) => {
    const state = this.#state;
    if (state._tag !== "Running") return;
    if (error instanceof RowsTooLarge) return this.#stop(state);
    state.client.release();
    state.onRelease();
    if (error) this.fail(error);
    else this.#settle(this.#written(rows));
  };

  /** The result, written when the first request takes it. */
  #written(rows: ReadonlyArray<TextRow>): Effect.Effect<A> {
    let written: { readonly of: A } | null = null;
    return Effect.sync(() => {
      written ??= { of: this.#statement.write(rows, this.#parameters) };
      return written.of;
    });
  }

  #stop(running: Running): void {
    const { bytes } = this.#statement;
    this.#discardConnection(running);
    this.#settle(Effect.fail(new ReadTooLarge({ bytes })));
  }

  /** The last request has left. */
  #abandon(): void {
    const before = this.#state;
    if (before._tag === "Settled") return;
    this.#state = settled;
    if (before._tag === "Running") this.#discardConnection(before);
    this.#events.onSettled(before._tag === "Running");
  }

  /** Closes the connection: what still arrives on it would be taken for the response to the next statement. */
  #discardConnection({ client, onRelease }: Running): void {
    this.#events.cancel(client);
    client.release(true);
    onRelease();
  }

  #settle(outcome: Effect.Effect<A, ReadFailure>): void {
    const before = this.#state;
    if (before._tag === "Settled") return;
    this.#state = settled;
    for (const { resume, timer } of this.#waiters) {
      clearTimeout(timer);
      resume(outcome);
    }
    this.#waiters.clear();
    this.#events.onSettled(before._tag === "Running");
  }
}
