import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { JetstreamOptions } from "./JetstreamOptions.ts";
import { wantedCollections } from "./wantedCollections.ts";

/** Matches no record, because nobody can own its authority (RFC 2606). Without a filter everything would be sent. */
const none = "invalid.tidemark.none";

/** Returns the address of a subscription to a Jetstream of version 1. `from` is in microseconds. */
export const version1Address = (
  { dictionary, url }: JetstreamOptions,
  from: number | null,
  collections: ReadonlyArray<Nsid>
): string => {
  const address = new URL(url);
  const wanted = collections.length === 0 ? [none] : wantedCollections(collections);
  for (const each of wanted) address.searchParams.append("wantedCollections", each);
  if (from !== null) address.searchParams.set("cursor", String(from));
  if (dictionary !== undefined) address.searchParams.set("compress", "true");
  return address.href;
};
