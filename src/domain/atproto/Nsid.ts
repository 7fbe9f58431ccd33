import { isValidNsid } from "@atproto/syntax";
import * as Schema from "effect/Schema";

/** A namespaced identifier, which names a collection or a Lexicon (AT Protocol, NSID). */
export const Nsid = Schema.String.pipe(
  Schema.filter((text) => isValidNsid(text), { message: () => "must be an NSID, such as xyz.statusphere.status" }),
  Schema.brand("Nsid")
);
export type Nsid = typeof Nsid.Type;
