/**
 * The address that a request comes from. Each trusted proxy appends the address it was called from to
 * `X-Forwarded-For`; what stands before those may be anybody's invention.
 */
export const clientAddress = (peer: string, forwardedFor: string | null, trustedProxies: number): string => {
  if (trustedProxies === 0 || forwardedFor === null) return peer;
  const hops = [...forwardedFor.split(",").map((hop) => hop.trim()), peer];
  return hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer;
};
