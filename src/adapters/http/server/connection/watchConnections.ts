import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { unacknowledgedBytes } from "./unacknowledgedBytes.ts";

/**
 * The maximum number of pipelined requests on a connection. Node.js starts all requests in one chunk and holds their
 * responses until the earlier ones are read.
 */
const maxPipelined = 32;

/** The time limits of connections without progress, in milliseconds. */
export interface ConnectionTimeouts {
  /** The interval between checks of all connections. */
  readonly checkIntervalMs: number;
  /** A pending response of which the peer reads nothing. */
  readonly stallTimeoutMs: number;
  /** A pending response, where the operating system does not report progress and Node.js sees it only in large steps. */
  readonly unobservedStallTimeoutMs: number;
  /** A connection without a request, whatever else is sent. Longer than `keepAliveTimeout` and `headersTimeout` together. */
  readonly idleTimeoutMs: number;
}

export const connectionTimeouts: ConnectionTimeouts = {
  checkIntervalMs: 15_000,
  stallTimeoutMs: 60_000,
  unobservedStallTimeoutMs: 300_000,
  idleTimeoutMs: 90_000
};

interface Watched {
  /** The response to the last request; earlier ones are sent in order. Null when it is complete. */
  latest: ServerResponse | null;
  /** Pipelined requests in progress. */
  pipelined: number;
  /** When a request was last in progress. */
  busyAt: number;
  /** Bytes passed to the operating system, and those of them in its send buffer. */
  taken: number;
  held: number | null;
  /** When either last changed. */
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
 * Closes connections without progress: those whose response is not read, those without a request, and those that pipeline
 * too many requests. A connection with progress may take any time. Returns a function that stops the watch.
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

  // A WebSocket has pings of its own.
  server.on("upgrade", ({ socket }) => connections.delete(socket));

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
