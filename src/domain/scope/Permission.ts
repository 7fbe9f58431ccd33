/** What a scope value permits (AT Protocol, Permission specification; `transition:*` from the OAuth specification). */
export type Permission =
  | { readonly _tag: "Atproto" }
  | { readonly _tag: "TransitionGeneric" }
  | { readonly _tag: "Repo"; readonly collections: ReadonlyArray<string>; readonly actions: ReadonlyArray<RepoAction> }
  | { readonly _tag: "Blob"; readonly accept: ReadonlyArray<string> }
  /** Forwarded to the PDS unchanged: `rpc`, `account`, `identity`, `include`, other transitions. */
  | { readonly _tag: "Passed"; readonly text: string };

export type RepoAction = "create" | "update" | "delete";
