import type { Did } from "../../../../domain/atproto/Did.ts";

/** The values of a request that a compiled operation is run with. */
export interface RequestValues {
  /** Coerced to the types the operation declares; a variable that was not given has no entry. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewerDid: Did | null;
}
