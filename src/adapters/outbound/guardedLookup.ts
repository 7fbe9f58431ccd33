import { lookup as lookupAddresses } from "node:dns";
import type { LookupFunction } from "node:net";
import { type AddressPolicy, AddressRefused, isAddressAllowed } from "./AddressPolicy.ts";
import type { LookupAll } from "./LookupAll.ts";
import { nameServerLookup } from "./nameServers.ts";

/** The resolver of the operating system, which also resolves local names. */
const systemLookup: LookupAll = (host, answer) => lookupAddresses(host, { all: true }, answer);

/**
 * Resolves a name for a socket, which connects only to the returned addresses, so that the checked addresses are the ones
 * used. One forbidden address refuses the name, because no legitimate public name has one.
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
