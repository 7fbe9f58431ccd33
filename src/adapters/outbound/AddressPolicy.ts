import { isIP } from "node:net";
import { addressRange } from "./addressRange.ts";

/** Which addresses may be dialled: public ones, and in development this machine's own. */
export interface AddressPolicy {
  readonly allowLoopback: boolean;
}

/** An address that the policy refuses, as an error for the socket that would have been opened. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED";
}

/** Whether an IP address may be dialled. */
export const mayDial = (policy: AddressPolicy, address: string): boolean => {
  const range = addressRange(address);
  return range === "public" || (range === "loopback" && policy.allowLoopback);
};

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || addressRange(host) === "loopback";

/**
 * Whether a URL may be asked at all: https, or http to this machine in development; no user information; and when its
 * host is an IP address, in whatever spelling, one that may be dialled. Names are checked when they are resolved.
 */
export const mayAsk = (policy: AddressPolicy, url: URL): boolean => {
  const host = hostOf(url);
  if (url.username !== "" || url.password !== "") return false;
  if (isIP(host) !== 0 && !mayDial(policy, host)) return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && policy.allowLoopback && isLoopbackHost(host);
};
