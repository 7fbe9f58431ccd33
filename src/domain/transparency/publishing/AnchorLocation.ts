import type { Did } from "../../atproto/Did.ts";

/** Where an anchor is: a file, or the repository of an account of the service's own. `address` is as configured. */
export type AnchorLocation =
  | { readonly _tag: "FileAnchor"; readonly address: string; readonly path: string }
  | { readonly _tag: "RepositoryAnchor"; readonly address: string; readonly did: Did };
