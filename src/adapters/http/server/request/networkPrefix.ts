import { isIPv4, isIPv6 } from "node:net";
import { ipv6Prefix } from "./ipv6Prefix.ts";

const mapped = /^::ffff:(?=[0-9]+\.)/i;

/**
 * Returns the network of an address: 24 bits of an IPv4 address, 48 of an IPv6 one, about one provider or office. It shows
 * an auditor where a request came from without identifying a machine. Null for any other text.
 */
export const networkPrefix = (address: string): string | null => {
  const plain = address.replace(mapped, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return isIPv6(plain) ? `${ipv6Prefix(plain, 3)}::/48` : null;
};
