import { promises as dns, type LookupAddress } from "node:dns";
import type { LookupAll } from "./LookupAll.ts";

/** What a name server is asked. */
export interface NameServers {
  readonly resolve4: (host: string) => Promise<ReadonlyArray<string>>;
  readonly resolve6: (host: string) => Promise<ReadonlyArray<string>>;
}

const systemServers = (): NameServers => new dns.Resolver({ timeout: 2_000, tries: 2 });

const asError = (reason: unknown): NodeJS.ErrnoException =>
  reason instanceof Error ? reason : Object.assign(new Error("the name servers do not answer"), { code: "ESERVFAIL" });

/**
 * Resolves names by the name servers that this machine uses, for both families at once. Unlike the resolver of the
 * operating system they need no thread, of which there are few: names that take their time hold up nobody else's. Nor is
 * anything added to a name, or a file of this machine asked.
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
