import { availableParallelism } from "node:os";

/** As many as there are connections: what a server elsewhere can do at once is not known, and the way there takes time, too. */
const elsewhere = 10;

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isHere = (url: string): boolean => {
  const parsed = URL.parse(url);
  const host = parsed?.searchParams.get("host") ?? parsed?.hostname ?? "";
  return host.startsWith("/") || local.has(host);
};

/** How many quick reads a database is given at once: on this machine, two for each processor. */
export const placesForReads = (url: string, processors: number = availableParallelism()): number =>
  isHere(url) ? Math.min(elsewhere, Math.max(4, 2 * processors)) : elsewhere;
