/** The groups of one side of `::`; an IPv4 tail is two groups, which no prefix reaches. */
const groupsOf = (side: string): ReadonlyArray<string> =>
  side === "" ? [] : side.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));

/** The number of groups that one subscriber controls the rest of. */
const count = 4;

/**
 * Returns the first four groups of an IPv6 address, each in its shortest form: `2001:db8:0:0` of `2001:0db8::1`. The text
 * must be an address that `isIPv6` accepts; its zone is ignored.
 */
export const ipv6Prefix = (address: string): string => {
  const [head = "", tail] = address.split("%", 1).join("").split("::", 2);
  const [first, last] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(missing).fill("0"), ...last]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
};
