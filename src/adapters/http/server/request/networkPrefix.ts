import { isIPv4, isIPv6 } from "node:net";
import { ipv6Prefix } from "./ipv6Prefix.ts";

const mapped = /^::ffff:(?=[0-9]+\.)/i;

/**
 * The network that an address is in, as wide as one provider or office: 24 bits of an IPv4 address, 48 of an IPv6 one. It
 * tells an auditor where something came from, and nobody which machine it was. Null for what is no address.
 */
export const networkPrefix = (address: string): string | null => {
  const plain = address.replace(mapped, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return isIPv6(plain) ? `${ipv6Prefix(plain, 3)}::/48` : null;
};
