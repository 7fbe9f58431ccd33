import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

const tables = ["/proc/net/tcp", "/proc/net/tcp6"];

/** `sl local:port remote:port state tx_queue:rx_queue …`, all hexadecimal (Linux, proc_net_tcp). */
const line = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm;

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");

/** Bytes by the ports of both ends. Connections with the same ports and other addresses are added. */
const queues = async (): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>();
  for (const table of await Promise.all(tables.map((path) => readFile(path, "latin1").catch(() => "")))) {
    for (const [, local = "", remote = "", bytes = "0"] of table.matchAll(line)) {
      const ports = `${local}:${remote}`;
      found.set(ports, (found.get(ports) ?? 0) + Number.parseInt(bytes, 16));
    }
  }
  return found;
};

/**
 * Returns the bytes in the send buffer of the operating system for each connection that its peer has not acknowledged.
 * Node.js sees progress only in steps of a third of the buffer, up to megabytes. Null where the system does not report it.
 */
export const unacknowledgedBytes = async (): Promise<(socket: Socket) => number | null> => {
  const found = await queues();
  return ({ localPort = 0, remotePort = 0 }) => found.get(`${hex(localPort)}:${hex(remotePort)}`) ?? null;
};
