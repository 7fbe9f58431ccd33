import { availableParallelism } from "node:os";

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLocal = (url: string): boolean => {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get("host") ?? parsed?.hostname ?? "";
  return host.startsWith("/") || localHosts.has(host);
};

/**
 * The number of fast reads that a database receives at once. On this machine it is two for each processor, and at least
 * four. Elsewhere it is the number of connections: the capacity of that machine is unknown, and reads in transit take no
 * processor time.
 */
export const readConcurrency = (
  url: string,
  connections: number,
  processors: number = availableParallelism()
): number => (isLocal(url) ? Math.min(connections, Math.max(4, 2 * processors)) : connections);
