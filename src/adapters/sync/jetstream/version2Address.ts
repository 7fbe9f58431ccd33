import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { dictionaryId } from "./plainMessage.ts";
import { wantedCollections } from "./wantedCollections.ts";

/** What a subscription to a Jetstream of version 2 asks for. */
export interface Version2Request {
  readonly url: string;
  /** A sequence number, or, from 10^15, Unix microseconds; null for what happens from now on. */
  readonly from: number | null;
  readonly collections: ReadonlyArray<Nsid>;
  readonly dictionary: Uint8Array | undefined;
}

/** Returns the address of a subscription (Lexicon `network.bsky.jetstream.subscribeEvents`). */
export const version2Address = ({ collections, dictionary, from, url }: Version2Request): string => {
  const address = new URL(url);
  const { searchParams: parameters } = address;
  if (collections.length === 0) for (const kind of ["identity", "account", "sync"]) parameters.append("kinds", kind);
  else for (const wanted of wantedCollections(collections)) parameters.append("collections", wanted);
  if (from !== null) parameters.set("cursor", String(from));
  const id = dictionary === undefined ? null : dictionaryId(dictionary);
  if (id !== null) parameters.set("zstdDictionary", String(id));
  return address.href;
};
