import type { Did } from "../../domain/atproto/Did.ts";
import type { Nsid } from "../../domain/atproto/Nsid.ts";

/** Whose repository is asked for, where, and what of it matters. */
export interface SyncTarget {
  readonly did: Did;
  readonly pds: string;
  /** As a Multikey. */
  readonly signingKey: string;
  readonly collections: ReadonlyArray<Nsid>;
}
