import type { Did } from "../../../../domain/atproto/Did.ts";

/** The values of a request for running a compiled operation. */
export interface RequestValues {
  /** The variables, coerced to the declared types. An absent variable has no entry. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewerDid: Did | null;
}
