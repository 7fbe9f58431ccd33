import type { Did } from "../../atproto/Did.ts";
import type { Handle } from "../../atproto/Handle.ts";

/** What the service knows of an author of records. */
export interface Actor {
  readonly did: Did;
  /** The author's handle; null if none is confirmed. */
  readonly handle: Handle | null;
  /** The origin of the PDS that holds the author's repository and blobs; null if it is unknown. */
  readonly pds: string | null;
  /** The signing key of the author's repository as a Multikey (`z…`); null if it is unknown. */
  readonly signingKey: string | null;
}

/** What was learned of an author. A member that is null or absent was not learned. */
export interface SeenActor extends Omit<Actor, "signingKey"> {
  readonly signingKey?: string | null;
}
