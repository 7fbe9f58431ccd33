import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { wantedCollections } from "./wantedCollections.ts";

/** Returns the address of a subscription to a Jetstream of version 1. `from` is in microseconds. */
export const version1Address = (url: string, from: number | null, collections: ReadonlyArray<Nsid>): string => {
  const address = new URL(url);
  for (const wanted of wantedCollections(collections)) address.searchParams.append("wantedCollections", wanted);
  if (from !== null) address.searchParams.set("cursor", String(from));
  return address.href;
};
