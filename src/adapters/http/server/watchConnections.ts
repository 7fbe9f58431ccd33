import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { unacknowledgedBytes } from "./unacknowledgedBytes.ts";

/**
 * Requests that may wait for the answer to an earlier one on their connection. Node.js begins all that come in one piece,
 * and holds their answers until those before them are read.
 */
const mostPipelined = 32;

/** How long a connection may stand still, in milliseconds. */
export interface ConnectionTimes {
  /** Between two looks at all connections. */
  readonly lookEvery: number;
  /** An answer that waits, of which the other end takes no byte. */
  readonly stalledWithin: number;
  /** The same where the operating system does not tell what is taken, and Node.js sees it in large steps only. */
  readonly stalledUnseenWithin: number;
  /** Without a request, whatever else is sent: longer than `keepAliveTimeout` and `headersTimeout` together. */
  readonly idleWithin: number;
}

export const connectionTimes: ConnectionTimes = {
  lookEvery: 15_000,
  stalledWithin: 60_000,
  stalledUnseenWithin: 300_000,
  idleWithin: 90_000
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

const isIdle = (watched: Watched, now: number, { idleWithin }: ConnectionTimes): boolean => {
  if (watched.latest === null) return now - watched.busyAt > idleWithin;
  watched.busyAt = now;
  if (watched.latest.closed) watched.latest = null;
  return false;
};

const isStalled = (watched: Watched, taken: number, held: number | null, now: number, times: ConnectionTimes) => {
  if (taken !== watched.taken || held !== watched.held) Object.assign(watched, { taken, held, movedAt: now });
  return now - watched.movedAt > (held === null ? times.stalledUnseenWithin : times.stalledWithin);
};

/**
 * Closes the connections of a server that stand still: those whose answer nobody reads, and those over which no request
 * comes, though bytes may; and those that ask for very much before they have read anything. What moves may take as long as it likes. Gives a function that ends the watch.
 */
export const watchConnections = (server: Server, times: ConnectionTimes): (() => void) => {
  const connections = new Map<Socket, Watched>();

  server.on("connection", (socket: Socket) => {
    const now = performance.now();
    connections.set(socket, { latest: null, pipelined: 0, busyAt: now, taken: 0, held: null, movedAt: now });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, outgoing) => {
    const watched = connections.get(socket);
    if (watched === undefined) return;
    if (watched.latest !== null && !watched.latest.closed) {
      watched.pipelined += 1;
      outgoing.once("close", () => {
        watched.pipelined -= 1;
      });
      if (watched.pipelined > mostPipelined) socket.resetAndDestroy();
    }
    watched.latest = outgoing;
  });

  const closeStalled = async (waiting: ReadonlyArray<readonly [Socket, Watched]>, now: number) => {
    const heldFor = await unacknowledgedBytes();
    for (const [socket, watched] of waiting) {
      if (isStalled(watched, takenBy(socket), heldFor(socket), now, times)) socket.resetAndDestroy();
    }
  };

  const look = () => {
    const now = performance.now();
    const waiting: Array<readonly [Socket, Watched]> = [];
    for (const [socket, watched] of connections) {
      if (isIdle(watched, now, times)) socket.destroy();
      else if (socket.writableLength > 0) waiting.push([socket, watched]);
      else watched.movedAt = now;
    }
    if (waiting.length > 0) void closeStalled(waiting, now);
  };

  const timer = setInterval(look, times.lookEvery).unref();
  return () => clearInterval(timer);
};
