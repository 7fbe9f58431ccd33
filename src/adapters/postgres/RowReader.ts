import { SqlClient } from "@effect/sql/SqlClient";
import { SqlError } from "@effect/sql/SqlError";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import * as Schema from "effect/Schema";
import type { Pool, PoolClient } from "pg";
import { parameterText } from "./parameterText.ts";
import type { RowsRequest, TextRow } from "./RowsQuery.ts";
import { StatementNamingClient } from "./StatementNamingClient.ts";

/** The rows did not come in time; the server was told to stop looking for them. */
export class ReadTooLong extends Schema.TaggedError<ReadTooLong>()("ReadTooLong", {
  milliseconds: Schema.Number
}) {}

export interface ReadRequest {
  readonly text: string;
  readonly values: ReadonlyArray<Parameters<typeof parameterText>[0]>;
  /** For the connection, the server and the way back together. */
  readonly milliseconds: number;
}

/**
 * Reads rows on connections that can do nothing else, so that readers never wait for writers nor writers for them. A
 * read is one statement outside of any transaction, and the short way to the database: no fiber waits for its parts.
 */
export class RowReader extends Context.Tag("postgres/RowReader")<
  RowReader,
  { readonly read: (request: ReadRequest) => Effect.Effect<ReadonlyArray<TextRow>, SqlError | ReadTooLong> }
>() {}

type Cancel = (client: StatementNamingClient) => void;
type Resume = (rows: Effect.Effect<ReadonlyArray<TextRow>, SqlError | ReadTooLong>) => void;

const failed = (cause: unknown) => Effect.fail(new SqlError({ cause, message: "Failed to read rows" }));

/** One read from the wait for a connection to its return. Whoever gives it up first settles it. */
class Read {
  readonly #resume: Resume;
  readonly #cancel: Cancel;
  readonly #timer: NodeJS.Timeout;
  #running: (PoolClient & StatementNamingClient) | null = null;
  #settled = false;

  constructor({ milliseconds }: ReadRequest, cancel: Cancel, resume: Resume) {
    this.#resume = resume;
    this.#cancel = cancel;
    this.#timer = setTimeout(() => {
      this.giveUp();
      resume(Effect.fail(new ReadTooLong({ milliseconds })));
    }, milliseconds);
  }

  /** On a connection of the pool, unless nobody waits for it any more. */
  start({ text, values }: ReadRequest, client: PoolClient): void {
    if (this.#settled) client.release();
    else if (client instanceof StatementNamingClient) {
      this.#running = client;
      client.readRows({ text, values: values.map(parameterText), respond: this.#respond });
    } else this.fail(new Error("The pool has clients of another kind"));
  }

  fail(error: Error): void {
    if (!this.#settled) this.#settle(failed(error));
  }

  /** The connection is thrown away: what it still says would be taken for the answer to somebody else. */
  giveUp(): void {
    if (this.#settled) return;
    this.#end();
    if (this.#running === null) return;
    this.#cancel(this.#running);
    this.#running.release(true);
  }

  readonly #respond: RowsRequest["respond"] = (error, rows) => {
    if (this.#settled) return;
    this.#running?.release();
    if (error) this.fail(error);
    else this.#settle(Effect.succeed(rows));
  };

  #settle(rows: Parameters<Resume>[0]): void {
    this.#end();
    this.#resume(rows);
  }

  #end(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
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
            if (client) read.start(request, client);
            else read.fail(error ?? new Error("no connection"));
          });
          return Effect.sync(() => read.giveUp());
        })
    });
  });
