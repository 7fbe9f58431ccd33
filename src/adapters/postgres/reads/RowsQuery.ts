import type { Connection, Submittable } from "pg";

/** A row as the server writes it: each column as text. */
export type TextRow = ReadonlyArray<string | null>;

/** The rows hold more than they were to; those beyond were not kept. */
export class RowsTooLarge extends Error {}

/** What the server sends for one row; `length` in bytes. */
interface DataRow {
  readonly length: number;
  readonly fields: TextRow;
}

export interface RowsRequest {
  readonly text: string;
  /** Each value as the server reads it. */
  readonly values: Array<string>;
  /** How much all rows may take on the wire. */
  readonly bytes: number;
  /** Called once: with an error as soon as there is one, while rows may still come. */
  readonly respond: (error: Error | null | undefined, rows: ReadonlyArray<TextRow>) => void;
}

/**
 * A query of a `pg` client that wants its rows as text and knows their columns. It takes half the time of the one that
 * `pg` makes itself, which has the columns described every time and looks up a parser for each value.
 */
export class RowsQuery implements Submittable {
  /** What the statement is prepared as on its connection, once; empty for one that is parsed every time. `pg` reads it. */
  readonly name: string;
  readonly text: string;
  readonly #values: Array<string>;
  readonly #respond: RowsRequest["respond"];
  readonly #rows: Array<TextRow> = [];
  #left: number;

  constructor(name: string, { text, values, bytes, respond }: RowsRequest) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#respond = respond;
    this.#left = bytes;
  }

  /** Called by `pg` at this query's turn; everything travels at once (PostgreSQL, "Extended Query"). */
  submit(connection: Connection): null {
    const prepared = this.name !== "" && connection.parsedStatements[this.name] !== undefined;
    connection.stream.cork();
    if (!prepared) connection.parse({ name: this.name, text: this.text, types: [] }, true);
    connection.bind({ statement: this.name, values: this.#values }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleDataRow({ fields, length }: DataRow): void {
    const before = this.#left;
    this.#left -= length;
    if (this.#left >= 0) this.#rows.push(fields);
    else if (before >= 0) this.#respond(new RowsTooLarge(), []);
  }

  /** That the server is ready for the next query tells that the rows are complete, too. */
  handleReadyForQuery(): void {
    if (this.#left >= 0) this.#respond(null, this.#rows);
  }

  handleError(error: Error): void {
    if (this.#left >= 0) this.#respond(error, []);
  }

  handleCommandComplete(): void {
    // Said again by the readiness that follows.
  }
}
