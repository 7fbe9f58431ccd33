import { isIPv6 } from "node:net";

const groups = (half: string): ReadonlyArray<string> => (half === "" ? [] : half.split(":"));

/** What is counted as one address: an IPv4 address, and the first 64 bits of an IPv6 one, which are one network's to use. */
export const rateLimitKey = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1).join("").split("::", 2);
  const [first, last] = [groups(head), groups(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const whole = [...first, ...Array<string>(missing).fill("0"), ...last];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
};
