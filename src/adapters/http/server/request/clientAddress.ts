import { BlockList, isIP, isIPv4 } from "node:net";

/** Which proxies are believed: so many in front of the service, or those in these networks, as `10.0.0.0/8` or `::1`. */
export type TrustedProxies = number | ReadonlyArray<string>;

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv4(address) ? "ipv4" : "ipv6");

const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

/** An address as it is compared: without brackets and port, IPv4 where IPv6 only wraps it; null for what is none. */
const readAddress = (text: string): string | null => {
  const address = withoutPort(text.trim());
  const unwrapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return isIP(unwrapped) === 0 ? null : unwrapped;
};

const networks = (list: ReadonlyArray<string>): BlockList => {
  const trusted = new BlockList();
  for (const network of list) {
    const [address = "", bits] = network.split("/");
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  return trusted;
};

/** Whether who stands at an address, so many hops before the service, may say where a request came from. */
type Trust = (address: string, hop: number) => boolean;

const trustIn = (proxies: TrustedProxies): Trust => {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  const trusted = networks(proxies);
  return (address) => trusted.check(address, familyOf(address));
};

/**
 * Makes the function that finds where a request comes from. Each proxy appends the address it was called from to
 * `X-Forwarded-For`: it is read from its end, and only as long as who wrote the entry is trusted. What stands before may
 * be anybody's invention.
 */
export const clientAddressBy = (proxies: TrustedProxies): ((peer: string, forwardedFor: string | null) => string) => {
  const isTrusted = trustIn(proxies);
  return (peer, forwardedFor) => {
    const hops = forwardedFor?.split(",").reverse() ?? [];
    let address = readAddress(peer) ?? peer;
    for (const [index, hop] of hops.entries()) {
      const before = isTrusted(address, index) ? readAddress(hop) : null;
      if (before === null) return address;
      address = before;
    }
    return address;
  };
};
