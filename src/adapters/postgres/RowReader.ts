import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import * as Schema from "effect/Schema";
import type { Pool, PoolClient } from "pg";
import { parameterText } from "./parameterText.ts";
import { type RowsRequest, RowsTooLarge, type TextRow } from "./RowsQuery.ts";
import { StatementNamingClient } from "./StatementNamingClient.ts";

/** The rows did not come in time; the server was told to stop looking for them. */
export class ReadTooLong extends Schema.TaggedError<ReadTooLong>()("ReadTooLong", {
  milliseconds: Schema.Number
}) {}

/** The rows take more than was allowed; the server was told to stop. */
export class ReadTooLarge extends Schema.TaggedError<ReadTooLarge>()("ReadTooLarge", {
  bytes: Schema.Number
}) {}

type ReadFailure = SqlError | ReadTooLong | ReadTooLarge;

export interface ReadRequest {
  readonly text: string;
  readonly values: ReadonlyArray<Parameters<typeof parameterText>[0]>;
  /** For the connection, the server and the way back together. */
  readonly milliseconds: number;
  /** How much the rows may take together as the server sends them. */
  readonly bytes: number;
}

/**
 * Reads rows on connections that can do nothing else, so that readers never wait for writers nor writers for them. A
 * read is one statement outside of any transaction, and the short way to the database: no fiber waits for its parts.
 */
export class RowReader extends Context.Tag("postgres/RowReader")<
  RowReader,
  { readonly read: (request: ReadRequest) => Effect.Effect<ReadonlyArray<TextRow>, ReadFailure> }
>() {}

type Cancel = (client: StatementNamingClient) => void;
type Resume = (rows: Effect.Effect<ReadonlyArray<TextRow>, ReadFailure>) => void;

/** One read from the wait for a connection to its return. Whoever ends it first says how. */
class Read {
  readonly #request: ReadRequest;
  readonly #resume: Resume;
  readonly #cancel: Cancel;
  readonly #timer: NodeJS.Timeout;
  #running: (PoolClient & StatementNamingClient) | null = null;
  #over = false;

  constructor(request: ReadRequest, cancel: Cancel, resume: Resume) {
    this.#request = request;
    this.#resume = resume;
    this.#cancel = cancel;
    const { milliseconds } = request;
    this.#timer = setTimeout(() => this.#stop(new ReadTooLong({ milliseconds })), milliseconds);
  }

  /** On a connection of the pool, unless nobody waits for it any more. */
  start(client: PoolClient): void {
    if (this.#over) client.release();
    else if (client instanceof StatementNamingClient) {
      this.#running = client;
      const { text, values, bytes } = this.#request;
      client.readRows({ text, values: values.map(parameterText), bytes, respond: this.#respond });
    } else this.fail(new Error("The pool has clients of another kind"));
  }

  fail(cause: unknown): void {
    this.#end(Effect.fail(new SqlError({ cause, message: "Failed to read rows" })));
  }

  /** Throws the connection away: what it still says would be taken for the answer to somebody else. */
  giveUp(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    if (this.#running === null) return;
    this.#cancel(this.#running);
    this.#running.release(true);
  }

  readonly #respond: RowsRequest["respond"] = (error, rows) => {
    if (this.#over) return;
    if (error instanceof RowsTooLarge) return this.#stop(new ReadTooLarge({ bytes: this.#request.bytes }));
    this.#running?.release();
    if (error) this.fail(error);
    else this.#end(Effect.succeed(rows));
  };

  #stop(failure: ReadFailure): void {
    this.giveUp();
    this.#resume(Effect.fail(failure));
  }

  #end(rows: Parameters<Resume>[0]): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#resume(rows);
  }
}

/** A reader over a pool of `StatementNamingClient`s; the other client is asked to stop what nobody waits for. */
export const makeRowReader = (pool: Pool): Effect.Effect<RowReader["Type"], never, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const cancel: Cancel = ({ processID }) =>
      void runFork(Effect.ignoreLogged(sql`select pg_cancel_backend(${processID})`));
    return RowReader.of({
      read: (request) =>
        Effect.async((resume) => {
          const read = new Read(request, cancel, resume);
          pool.connect((error, client) => {
            if (client) read.start(client);
            else read.fail(error ?? new Error("no connection"));
          });
          return Effect.sync(() => read.giveUp());
        })
    });
  });
