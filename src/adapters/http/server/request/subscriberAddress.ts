import { isIPv6 } from "node:net";
import { ipv6Prefix } from "./ipv6Prefix.ts";

/** Returns what one subscriber of a network has of an address: an IPv4 address, or the first 64 bits of an IPv6 one. */
export const subscriberAddress = (address: string): string =>
  isIPv6(address) ? `${ipv6Prefix(address)}::/64` : address;
