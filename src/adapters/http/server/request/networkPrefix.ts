import { isIPv4, isIPv6 } from "node:net";

const mapped = /^::ffff:(?=[0-9]+\.)/i;

const groups = (half: string): ReadonlyArray<string> => (half === "" ? [] : half.split(":"));

const network6 = (address: string): string => {
  const [head = "", tail] = address.split("%", 1).join("").split("::", 2);
  const [first, last] = [groups(head), groups(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const three = [...first, ...Array<string>(missing).fill("0"), ...last].slice(0, 3);
  return `${three.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/48`;
};

/**
 * The network that an address is in, as wide as one provider or office: 24 bits of an IPv4 address, 48 of an IPv6 one. It
 * tells an auditor where something came from, and nobody which machine it was. Null for what is no address.
 */
export const networkPrefix = (address: string): string | null => {
  const plain = address.replace(mapped, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return isIPv6(plain) ? network6(plain) : null;
};
