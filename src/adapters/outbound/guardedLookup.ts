import { lookup as lookupAddresses } from "node:dns";
import type { LookupFunction } from "node:net";
import { type AddressPolicy, AddressRefused, isAddressAllowed } from "./AddressPolicy.ts";
import type { LookupAll } from "./LookupAll.ts";
import { nameServerLookup } from "./nameServers.ts";

/** The resolver of the operating system, which also knows the names of the machine itself. */
export const systemLookup: LookupAll = (host, answer) => lookupAddresses(host, { all: true }, answer);

/**
 * Resolves a name for a socket, which dials what is answered here and nothing else, so that what was checked is what
 * is dialled. A single address that may not be dialled refuses the name: an honest name does not have such.
 */
export const guardedLookup = (
  policy: AddressPolicy,
  lookup: LookupAll = policy.allowLoopback ? systemLookup : nameServerLookup()
): LookupFunction => {
  return (host, options, answer) => {
    lookup(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return answer(error, "", 0);
      if (first === undefined || !addresses.every(({ address }) => isAddressAllowed(policy, address)))
        return answer(new AddressRefused(`${host} has an address that may not be dialled`), "", 0);
      return options.all ? answer(null, [...addresses]) : answer(null, first.address, first.family);
    });
  };
};
