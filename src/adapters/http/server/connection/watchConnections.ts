import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { unacknowledgedBytes } from "./unacknowledgedBytes.ts";

/**
 * Requests that may wait for the answer to an earlier one on their connection. Node.js begins all that come in one piece,
 * and holds their answers until those before them are read.
 */
const maxPipelined = 32;

/** How long a connection may stand still, in milliseconds. */
export interface ConnectionTimeouts {
  /** Between two looks at all connections. */
  readonly checkIntervalMs: number;
  /** An answer that waits, of which the other end takes no byte. */
  readonly stallTimeoutMs: number;
  /** The same where the operating system does not tell what is taken, and Node.js sees it in large steps only. */
  readonly unobservedStallTimeoutMs: number;
  /** Without a request, whatever else is sent: longer than `keepAliveTimeout` and `headersTimeout` together. */
  readonly idleTimeoutMs: number;
}

export const connectionTimeouts: ConnectionTimeouts = {
  checkIntervalMs: 15_000,
  stallTimeoutMs: 60_000,
  unobservedStallTimeoutMs: 300_000,
  idleTimeoutMs: 90_000
};

interface Watched {
  /** The answer to the last request; those before it are sent in order. Null when it was seen to be done. */
  latest: ServerResponse | null;
  /** Requests under way that came before the answer to the one before them. */
  pipelined: number;
  /** When a request was last seen to be under way. */
  busyAt: number;
  /** Bytes that the operating system took, and of these those that it holds. */
  taken: number;
  held: number | null;
  /** When either was last seen to change. */
  movedAt: number;
}

const takenBy = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

const isIdle = (reportDefects: Watched, now: number, { idleTimeoutMs }: ConnectionTimeouts): boolean => {
  if (reportDefects.latest === null) return now - reportDefects.busyAt > idleTimeoutMs;
  reportDefects.busyAt = now;
  if (reportDefects.latest.closed) reportDefects.latest = null;
  return false;
};

const isStalled = (
  reportDefects: Watched,
  taken: number,
  held: number | null,
  now: number,
  times: ConnectionTimeouts
) => {
  if (taken !== reportDefects.taken || held !== reportDefects.held)
    Object.assign(reportDefects, { taken, held, movedAt: now });
  return now - reportDefects.movedAt > (held === null ? times.unobservedStallTimeoutMs : times.stallTimeoutMs);
};

/**
 * Closes the connections of a server that stand still: those whose answer nobody reads, and those over which no request
 * comes, though bytes may; and those that ask for very much before they have read anything. What moves may take as long as it likes. Gives a function that ends the watch.
 */
export const watchConnections = (server: Server, times: ConnectionTimeouts): (() => void) => {
  const connections = new Map<Socket, Watched>();

  server.on("connection", (socket: Socket) => {
    const now = performance.now();
    connections.set(socket, { latest: null, pipelined: 0, busyAt: now, taken: 0, held: null, movedAt: now });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, outgoing) => {
    const reportDefects = connections.get(socket);
    if (reportDefects === undefined) return;
    if (reportDefects.latest !== null && !reportDefects.latest.closed) {
      reportDefects.pipelined += 1;
      outgoing.once("close", () => {
        reportDefects.pipelined -= 1;
      });
      if (reportDefects.pipelined > maxPipelined) socket.resetAndDestroy();
    }
    reportDefects.latest = outgoing;
  });

  const closeStalled = async (waiting: ReadonlyArray<readonly [Socket, Watched]>, now: number) => {
    const heldFor = await unacknowledgedBytes();
    for (const [socket, reportDefects] of waiting) {
      if (isStalled(reportDefects, takenBy(socket), heldFor(socket), now, times)) socket.resetAndDestroy();
    }
  };

  const look = () => {
    const now = performance.now();
    const waiting: Array<readonly [Socket, Watched]> = [];
    for (const [socket, reportDefects] of connections) {
      if (isIdle(reportDefects, now, times)) socket.destroy();
      else if (socket.writableLength > 0) waiting.push([socket, reportDefects]);
      else reportDefects.movedAt = now;
    }
    if (waiting.length > 0) void closeStalled(waiting, now);
  };

  const timer = setInterval(look, times.checkIntervalMs).unref();
  return () => clearInterval(timer);
};
