import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports below those that operating systems give to outgoing connections (32768 on Linux, 49152 elsewhere), so that none
 * of these takes a port between two processes that listen on it.
 */
const ports = { first: 20_000, count: 12_000 };

const attempts = 100;

/** Finds a loopback port that nobody listens on: the preferred one if it is free, otherwise any. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No loopback port from ${ports.first} to ${ports.first + ports.count - 1} is free`);
}

/** Tells whether a loopback port can be listened on. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
