import { availableParallelism } from "node:os";

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLocal = (url: string): boolean => {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get("host") ?? parsed?.hostname ?? "";
  return host.startsWith("/") || localHosts.has(host);
};

/**
 * How many quick reads a database is given at once: on this machine two for each processor; elsewhere as many as there are
 * connections, since what a server there can do is not known, and the way takes time, too.
 */
export const readConcurrency = (
  url: string,
  connections: number,
  processors: number = availableParallelism()
): number => (isLocal(url) ? Math.min(connections, Math.max(4, 2 * processors)) : connections);
