import { promises as dns, type LookupAddress } from "node:dns";
import type { LookupAll } from "./LookupAll.ts";

/** A query to a name server. */
export interface NameServers {
  readonly resolve4: (host: string) => Promise<ReadonlyArray<string>>;
  readonly resolve6: (host: string) => Promise<ReadonlyArray<string>>;
}

const systemServers = (): NameServers => new dns.Resolver({ timeout: 2_000, tries: 2 });

const asError = (reason: unknown): NodeJS.ErrnoException =>
  reason instanceof Error ? reason : Object.assign(new Error("the name servers do not answer"), { code: "ESERVFAIL" });

/**
 * Resolves names with the name servers of this machine, for both address families concurrently. Unlike the resolver of the
 * operating system they need no thread from the small pool, so slow names do not delay others. They also add no search
 * domain and read no local file.
 */
export const nameServerLookup = (servers: NameServers = systemServers()): LookupAll => {
  const resolve = async (host: string): Promise<ReadonlyArray<LookupAddress>> => {
    const [four, six] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    const found = [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : [])
    ];
    if (found.length === 0 && four.status === "rejected") throw asError(four.reason);
    return found;
  };
  return (host, answer) => {
    resolve(host).then(
      (addresses) => answer(null, addresses),
      (reason: unknown) => answer(asError(reason), [])
    );
  };
};
