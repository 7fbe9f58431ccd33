import { isIPv6 } from "node:net";
import { ipv6Prefix } from "../server/request/ipv6Prefix.ts";

/** Returns the rate limit key of an address: an IPv4 address, or the first 64 bits of an IPv6 one, which one network controls. */
export const rateLimitKey = (address: string): string => (isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address);
