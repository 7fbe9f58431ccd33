import { Client, type ClientConfig, DatabaseError } from "pg";
import { cancelAsSessionUser } from "./cancelAsSessionUser.ts";
import {
  backendPid,
  bytesReceived,
  closeStatement,
  destroySocket,
  isBusy,
  isIdle,
  rowMessagesOf
} from "./pgInternals.ts";
import { RowsQuery, type RowsRequest } from "./RowsQuery.ts";
import { StatementNames } from "./StatementNames.ts";

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

/** Whether a text is one statement. The extended protocol refuses several, and only a text without values may hold them. */
const isSingle = ({ text, values }: Request["config"]): boolean =>
  values.length > 0 || (dataStatement.test(text) && !text.includes(";"));

/** Whether the server refused the statement unexecuted: its name is unknown there, or a table has changed its shape. */
const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === "26000" || error.code === "0A000");

/** Whether the server is about to close this connection. */
const isFatal = (error: unknown): boolean => error instanceof DatabaseError && error.severity === "FATAL";

/**
 * A `pg` client that names a statement when it is sent for the second time, so that the server parses and plans it once per
 * connection. It also reads rows as text, and tells whether its connection is alive.
 */
export class StatementNamingClient extends Client {
  readonly #names = new StatementNames(statementCapacity, (name) => closeStatement(this, name));
  readonly #messages = rowMessagesOf(this);

  constructor(config?: string | ClientConfig) {
    super(config);
    // `pg` reports a lost connection to the statement that runs on it, and also as an `error` event. The pool listens to
    // that only while the client is idle, and an `error` event without a listener ends the process.
    this.on("error", () => undefined);
  }

  override query(statement: unknown, ...rest: ReadonlyArray<unknown>) {
    const sent = typeof statement === "string" ? cancelAsSessionUser(statement) : statement;
    const original = requestOf(sent, rest);
    if (original === undefined) return Reflect.apply(super.query, this, [sent, ...rest]);
    const request = { ...original, respond: this.#endingClientWhenFatal(original.respond) };
    if (isSingle(request.config)) return this.#queryNamed(request);
    if (rollback.test(request.config.text)) return this.#rollback(request);
    return super.query(request.config, request.respond);
  }

  /** Runs one statement and returns its rows as text. */
  readRows(request: RowsRequest): void {
    const respond = this.#endingClientWhenFatal(request.respond);
    const name = this.#names.nameOf(request.text);
    const retryUnnamed = () => super.query(new RowsQuery("", { ...request, respond }, this.#messages));
    const first: RowsRequest["respond"] = (error, rows) => {
      const outdated = name !== undefined && isOutdated(error);
      if (outdated) this.#names.forget(request.text);
      if (outdated && this.getTransactionStatus() === "I") retryUnnamed();
      else respond(error, rows);
    };
    super.query(new RowsQuery(name ?? "", { ...request, respond: first }, this.#messages));
  }

  /** The id of the server process of this connection; null until it is connected. */
  get backendPid(): number | null {
    return backendPid(this);
  }

  /** Whether a statement that was sent has no response yet. */
  get isBusy(): boolean {
    return isBusy(this);
  }

  /** Whether the client is connected, and every statement that was sent has its response. */
  get isIdle(): boolean {
    return isIdle(this);
  }

  /** The number of bytes that the server has sent so far. */
  get bytesReceived(): number {
    return bytesReceived(this);
  }

  /** Closes the connection without a farewell. What runs on it fails with the error. */
  abandon(error: Error): void {
    destroySocket(this, error);
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

  /** Succeeds if the connection is lost, which rolls back too: a failure would turn the caller's SqlError into a defect. */
  #rollback({ config, respond }: Request): void {
    super.query(config, (error, result) =>
      error && !(error instanceof DatabaseError) ? respond(null, { rows: [] }) : respond(error, result)
    );
  }

  /** Ends the client before its caller releases it. Otherwise the pool would hand out a connection that is closing. */
  #endingClientWhenFatal<A extends ReadonlyArray<unknown>>(respond: Respond<A>): Respond<A> {
    return (error, ...result) => {
      if (isFatal(error)) this.end(() => undefined);
      respond(error, ...result);
    };
  }
}
