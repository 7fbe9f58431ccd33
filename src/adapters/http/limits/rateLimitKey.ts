import { isIPv6 } from "node:net";
import { ipv6Prefix } from "../server/request/ipv6Prefix.ts";

/** What is counted as one address: an IPv4 address, and the first 64 bits of an IPv6 one, which one network can use at will. */
export const rateLimitKey = (address: string): string => (isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address);
