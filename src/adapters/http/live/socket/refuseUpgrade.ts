import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ConnectionRefusal } from "../LiveConnections.ts";

/** The HTTP response to a request for a WebSocket that is refused. */
export interface UpgradeRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const notFound: UpgradeRefusal = { status: 404, message: "WebSockets are accepted at /graphql only" };

export const wrongSubprotocol: UpgradeRefusal = {
  status: 400,
  message: "Sec-WebSocket-Protocol does not offer graphql-transport-ws: use a client of that protocol"
};

export const refusals: Readonly<Record<ConnectionRefusal, UpgradeRefusal>> = {
  closing: { status: 503, message: "This process is about to end: connect again", headers: { "Retry-After": "1" } },
  "too-many": {
    status: 503,
    message: "This process has as many connections as it may have: connect again later",
    headers: { "Retry-After": "10" }
  },
  "too-many-from-address": {
    status: 429,
    message: "This address has as many connections as it may have: close one first",
    headers: { "Retry-After": "10" }
  }
};

/** Responds to a request for a WebSocket as to any other request, and closes the connection. */
export const refuseUpgrade = (stream: Duplex, { headers = {}, message, status }: UpgradeRefusal): void => {
  const lines = Object.entries({
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(message),
    "Cache-Control": "no-store",
    Connection: "close",
    ...headers
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${message}`, () => stream.destroy());
};
