import { isIP } from "node:net";
import { addressRange } from "./addressRange.ts";
import { isOpenPort } from "./isOpenPort.ts";
import { isPublicName } from "./isPublicName.ts";

/** The addresses that may be connected to: public ones, and in development those of this machine. */
export interface AddressPolicy {
  readonly allowLoopback: boolean;
}

/** An address was refused by the policy, as an error for the socket. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED";
}

/** Whether the policy allows an IP address. */
export const isAddressAllowed = (policy: AddressPolicy, address: string): boolean => {
  const range = addressRange(address);
  return range === "public" || (range === "loopback" && policy.allowLoopback);
};

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || addressRange(host) === "loopback";

/**
 * Whether a URL may be requested: https, or http to this machine in development; no user information; a port that web
 * servers use; and a host that is a public name or, in any notation, an allowed IP address. The addresses of a name are
 * checked when it is resolved.
 */
export const isUrlAllowed = (policy: AddressPolicy, url: URL): boolean => {
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "") return false;
  if (policy.allowLoopback && isLoopbackHost(host)) return url.protocol === "https:" || url.protocol === "http:";
  if (url.protocol !== "https:" || !isOpenPort(url.port)) return false;
  if (isIP(host) !== 0) return isAddressAllowed(policy, host);
  // In development a name may belong to the developer's own machine.
  return policy.allowLoopback || isPublicName(host);
};
