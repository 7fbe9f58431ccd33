import { EventEmitter } from "node:events";
import type { Client, ClientBase, Connection } from "pg";
import { RowMessages } from "./RowMessages.ts";

/**
 * The fields of `pg` that are neither in its documentation nor in its types. A new version of `pg` may change them:
 * `pgInternals.test.ts` verifies each. No other file reads them.
 */
declare module "pg" {
  interface ClientBase {
    readonly processID: number | null;
    /** Undefined until the client is connected. */
    readonly readyForQuery?: boolean;
  }
  interface Connection {
    /** The text of each statement that the server has parsed, by name. `pg` does not have such a statement parsed again. */
    readonly parsedStatements: Record<string, string>;
    /** Called with the socket once it is open. Parses what its `data` events bring, until its `end`. */
    attachListeners: (stream: EventEmitter) => void;
  }
}

/** Whether the server has parsed a statement under a name on this connection; false for the empty name. */
export const isParsed = (connection: Connection, name: string): boolean =>
  name !== "" && connection.parsedStatements[name] !== undefined;

/** Has the server forget a statement on this connection, so that its next use parses it again. */
export const closeStatement = ({ connection }: Client, name: string): void => {
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name }, true);
};

/** The id of the server process of a connection; null until it is connected. */
export const backendPid = ({ processID }: ClientBase): number | null => processID;

/** Whether a statement that was sent has no response yet. */
export const isBusy = ({ readyForQuery }: ClientBase): boolean => readyForQuery === false;

/** Whether the client is connected, and every statement that was sent has its response. */
export const isIdle = ({ readyForQuery }: ClientBase): boolean => readyForQuery === true;

/** The number of bytes that the server has sent so far. */
export const bytesReceived = ({ connection: { stream } }: Client): number =>
  // The stream is a socket, which the types of `pg` do not say.
  "bytesRead" in stream && typeof stream.bytesRead === "number" ? stream.bytesRead : 0;

/** Closes the socket without a farewell. Every statement on the connection fails with the error. */
export const destroySocket = ({ connection }: Client, error: Error): void => {
  connection.stream.destroy(error);
};

/** Has a connection that is not open yet pass on what the server sends, so that rows can be taken out of it before. */
export const rowMessagesOf = ({ connection }: Client): RowMessages => {
  const parsed = new EventEmitter();
  const messages = new RowMessages((bytes) => parsed.emit("data", bytes));
  const attach = connection.attachListeners;
  connection.attachListeners = (stream) => {
    attach.call(connection, parsed);
    stream.on("data", (chunk) => messages.push(chunk));
    stream.on("end", () => parsed.emit("end"));
  };
  return messages;
};
