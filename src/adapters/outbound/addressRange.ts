import { BlockList, isIP } from "node:net";

type Subnet = readonly [network: string, prefix: number];

// IANA IPv4 Special-Purpose Address Registry (RFC 6890), and multicast.
const specialV4: ReadonlyArray<Subnet> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The metadata service of Azure virtual machines. The address looks public but is not.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
];

// Only 2000::/3 is assigned as global unicast, so mapped, translated (NAT64), local and multicast addresses need no
// entry. These are the special ranges within it: protocol assignments with Teredo and ORCHID, documentation, 6to4.
const globalV6: ReadonlyArray<Subnet> = [["2000::", 3]];
const specialV6: ReadonlyArray<Subnet> = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20]
];

const ranges = (subnets: ReadonlyArray<Subnet>, family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
};
const special4 = ranges(specialV4, "ipv4");
const loopback4 = ranges([["127.0.0.0", 8]], "ipv4");
const global6 = ranges(globalV6, "ipv6");
const special6 = ranges(specialV6, "ipv6");
const loopback6 = ranges([["::1", 128]], "ipv6");

/** The class of an IP address: public, this machine, or forbidden. */
type AddressRange = "public" | "loopback" | "special";

/** Returns the class of an address in the textual form of the resolver and the URL parser. */
export const addressRange = (address: string): AddressRange => {
  switch (isIP(address)) {
    case 4:
      if (loopback4.check(address, "ipv4")) return "loopback";
      return special4.check(address, "ipv4") ? "special" : "public";
    case 6:
      if (address.includes("%")) return "special";
      if (loopback6.check(address, "ipv6")) return "loopback";
      return global6.check(address, "ipv6") && !special6.check(address, "ipv6") ? "public" : "special";
    default:
      return "special";
  }
};
