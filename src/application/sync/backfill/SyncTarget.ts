import type { Did } from "../../../domain/atproto/Did.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";

/** The account whose repository is read, its PDS, and the collections to read. */
export interface SyncTarget {
  readonly did: Did;
  readonly pds: string;
  /** As a Multikey. */
  readonly signingKey: string;
  readonly collections: ReadonlyArray<Nsid>;
}
