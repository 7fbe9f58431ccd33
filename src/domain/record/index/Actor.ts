import type { Did } from "../../atproto/Did.ts";
import type { Handle } from "../../atproto/Handle.ts";

/** An author of records, as far as the service knows. */
export interface Actor {
  readonly did: Did;
  /** The handle they go by; null where none is confirmed. */
  readonly handle: Handle | null;
  /** The origin of the PDS that holds their repository and blobs; null where it is not known. */
  readonly pds: string | null;
}
