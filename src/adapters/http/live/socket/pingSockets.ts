import type { GraphqlSocket } from "./GraphqlSocket.ts";

/** How many parts the sockets are pinged in, one after the other, so that thousands of pings do not delay responses. */
const parts = 12;

/** Pings each of the sockets once per interval, in milliseconds. Returns a function that stops. */
export const pingSockets = (sockets: ReadonlySet<GraphqlSocket>, intervalMs: number): (() => void) => {
  let part = 0;
  const timer = setInterval(() => {
    let index = 0;
    for (const socket of sockets) {
      if (index % parts === part) socket.ping();
      index += 1;
    }
    part = (part + 1) % parts;
  }, intervalMs / parts).unref();
  return () => clearInterval(timer);
};
