import { recordAddress } from "../../atproto/AtUri.ts";
import type { IndexedRecord } from "../index/IndexedRecord.ts";

/** Returns a version of a record as a text, which is a value of the parameter of a `VersionsRoot`. */
export const versionText = ({ cid, indexedAt, rev, uri, value }: IndexedRecord): string =>
  JSON.stringify({ uri, cid, rev, indexedAt, value });

/** Reads the text of a version, which only `versionText` writes. */
export const parseVersion = (text: string): IndexedRecord => {
  const version: Omit<IndexedRecord, "did" | "collection" | "rkey"> = JSON.parse(text);
  return { ...version, ...recordAddress(version.uri) };
};
