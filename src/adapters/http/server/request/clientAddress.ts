import { BlockList, isIP, isIPv4 } from "node:net";

/** The trusted proxies: a number of proxies in front of the service, or networks such as `10.0.0.0/8` or `::1`. */
export type TrustedProxies = number | ReadonlyArray<string>;

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv4(address) ? "ipv4" : "ipv6");

const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

/** Normalizes an address: without brackets and port, and IPv4-mapped IPv6 as IPv4; null for any other text. */
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

/** Whether the proxy at an address, a number of hops before the service, is trusted. */
type Trust = (address: string, hop: number) => boolean;

const trustIn = (proxies: TrustedProxies): Trust => {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  const trusted = networks(proxies);
  return (address) => trusted.check(address, familyOf(address));
};

/**
 * Returns a function that finds the client address of a request. Each proxy appends the address of its client to
 * `X-Forwarded-For`. The header is read from its end, as long as the writer of the entry is trusted. Entries before that can
 * be forged.
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
