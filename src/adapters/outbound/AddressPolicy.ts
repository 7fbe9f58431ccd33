import { isIP } from "node:net";
import { addressRange } from "./addressRange.ts";
import { isOpenPort } from "./isOpenPort.ts";
import { isPublicName } from "./isPublicName.ts";

/** Which addresses may be dialled: public ones, and in development this machine's own. */
export interface AddressPolicy {
  readonly allowLoopback: boolean;
}

/** An address that the policy refuses, as an error for the socket that would have been opened. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED";
}

/** Whether an IP address may be dialled. */
export const isAddressAllowed = (policy: AddressPolicy, address: string): boolean => {
  const range = addressRange(address);
  return range === "public" || (range === "loopback" && policy.allowLoopback);
};

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || addressRange(host) === "loopback";

/**
 * Whether a URL may be asked at all: https, or http to this machine in development; no user information; a port that
 * servers of the web have; and a host that is a public name or, in whatever spelling, an IP address that may be dialled.
 * What a name stands for is checked when it is resolved.
 */
export const isUrlAllowed = (policy: AddressPolicy, url: URL): boolean => {
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "") return false;
  if (policy.allowLoopback && isLoopbackHost(host)) return url.protocol === "https:" || url.protocol === "http:";
  if (url.protocol !== "https:" || !isOpenPort(url.port)) return false;
  if (isIP(host) !== 0) return isAddressAllowed(policy, host);
  // In development a name may be one of the developer's own machine.
  return policy.allowLoopback || isPublicName(host);
};
