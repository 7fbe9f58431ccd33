import type { LookupAddress } from "node:dns";

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type LookupAll = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void;
