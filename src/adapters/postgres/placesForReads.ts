import { availableParallelism } from "node:os";

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isHere = (url: string): boolean => {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get("host") ?? parsed?.hostname ?? "";
  return host.startsWith("/") || local.has(host);
};

/**
 * How many quick reads a database is given at once: on this machine two for each processor; elsewhere as many as there are
 * connections, since what a server there can do is not known, and the way takes time, too.
 */
export const placesForReads = (
  url: string,
  connections: number,
  processors: number = availableParallelism()
): number => (isHere(url) ? Math.min(connections, Math.max(4, 2 * processors)) : connections);
