import { Client, type ClientConfig, DatabaseError } from "pg";
import { cancelAsSessionUser } from "./cancelAsSessionUser.ts";
import { RowsQuery, type RowsRequest } from "./RowsQuery.ts";
import { StatementNames } from "./StatementNames.ts";

declare module "pg" {
  interface ClientBase {
    /** The server process of this connection, as its cancellation names it; null before it is connected. */
    readonly processID: number | null;
    /** Whether nothing that was sent waits for an answer; undefined before it is connected. */
    readonly readyForQuery?: boolean;
  }
  interface Connection {
    /** Texts by statement name, as pg keeps them to skip a second parse. */
    readonly parsedStatements: Record<string, string>;
  }
}

type Respond<A extends ReadonlyArray<unknown> = [result?: unknown]> = (
  error: Error | null | undefined,
  ...result: A
) => void;

interface Request {
  readonly config: { readonly text: string; readonly values: Array<unknown> };
  readonly respond: Respond;
}

const statementCapacity = { texts: 256, characters: 1_000_000 };
const dataStatement = /^\s*(?:select|insert|update|delete|merge|with|values)\b/i;
const rollback = /^ROLLBACK\b/;

const isResponder = (value: unknown): value is Respond => typeof value === "function";

const isConfig = (value: unknown): value is Request["config"] =>
  typeof value === "object" &&
  value !== null &&
  "text" in value &&
  typeof value.text === "string" &&
  "values" in value &&
  Array.isArray(value.values) &&
  !("submit" in value) &&
  !("name" in value);

const requestOf = (statement: unknown, rest: ReadonlyArray<unknown>): Request | undefined => {
  const config = typeof statement === "string" ? { text: statement, values: rest[0] } : statement;
  const respond = rest.at(-1);
  return isConfig(config) && isResponder(respond) ? { config, respond } : undefined;
};

/** A statement without values may be several in one text, which the extended protocol refuses. */
const isSingle = ({ text, values }: Request["config"]): boolean =>
  values.length > 0 || (dataStatement.test(text) && !text.includes(";"));

/** The server refused before it executed anything: the statement is unknown to it, or a table has changed its shape. */
const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === "26000" || error.code === "0A000");

/** The server is about to close this connection. */
const isFatal = (error: unknown): boolean => error instanceof DatabaseError && error.severity === "FATAL";

/** A `pg` client that gives every statement it sees again a name, so that the server parses and plans it once per connection. */
export class StatementNamingClient extends Client {
  readonly #names = new StatementNames(statementCapacity, (name) => this.#close(name));

  constructor(config?: string | ClientConfig) {
    super(config);
    // `pg` reports a lost connection to what runs on it, and as an `error` event besides. The pool listens to that only
    // while the client is idle, and an `error` event without a listener ends the process.
    this.on("error", () => undefined);
  }

  override query(statement: unknown, ...rest: ReadonlyArray<unknown>) {
    const sent = typeof statement === "string" ? cancelAsSessionUser(statement) : statement;
    const given = requestOf(sent, rest);
    if (given === undefined) return Reflect.apply(super.query, this, [sent, ...rest]);
    const request = { ...given, respond: this.#endingClientWhenFatal(given.respond) };
    if (isSingle(request.config)) return this.#queryNamed(request);
    if (rollback.test(request.config.text)) return this.#rollback(request);
    return super.query(request.config, request.respond);
  }

  /** Runs one statement for its rows as text. */
  readRows(request: RowsRequest): void {
    const respond = this.#endingClientWhenFatal(request.respond);
    const name = this.#names.nameOf(request.text);
    const retryUnnamed = () => super.query(new RowsQuery("", { ...request, respond }));
    const first: RowsRequest["respond"] = (error, rows) => {
      const outdated = name !== undefined && isOutdated(error);
      if (outdated) this.#names.forget(request.text);
      if (outdated && this.getTransactionStatus() === "I") retryUnnamed();
      else respond(error, rows);
    };
    super.query(new RowsQuery(name ?? "", { ...request, respond: first }));
  }

  /** How many bytes the server has sent so far. */
  get bytesReceived(): number {
    const { stream } = this.connection;
    // A socket, of which the types of `pg` say no more than that it is a stream.
    return "bytesRead" in stream && typeof stream.bytesRead === "number" ? stream.bytesRead : 0;
  }

  /** Gives the connection up without a goodbye: what runs on it fails with the error. */
  abandon(error: Error): void {
    this.connection.stream.destroy(error);
  }

  #queryNamed({ config, respond }: Request): void {
    const name = this.#names.nameOf(config.text);
    super.query({ ...config, name }, (error, result) => {
      const outdated = name !== undefined && isOutdated(error);
      if (outdated) this.#names.forget(config.text);
      if (outdated && this.getTransactionStatus() === "I") super.query(config, respond);
      else respond(error, result);
    });
  }

  /** A lost connection has rolled back by itself; failing here would turn the caller's SqlError into a defect. */
  #rollback({ config, respond }: Request): void {
    super.query(config, (error, result) =>
      error && !(error instanceof DatabaseError) ? respond(null, { rows: [] }) : respond(error, result)
    );
  }

  /** Ends the client before its caller releases it: else the pool would hand out a connection that is closing. */
  #endingClientWhenFatal<A extends ReadonlyArray<unknown>>(respond: Respond<A>): Respond<A> {
    return (error, ...result) => {
      if (isFatal(error)) this.end(() => undefined);
      respond(error, ...result);
    };
  }

  #close(name: string): void {
    delete this.connection.parsedStatements[name];
    this.connection.close({ type: "S", name }, true);
  }
}
