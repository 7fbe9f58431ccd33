import { isValidDid } from "@atproto/syntax";
import * as Schema from "effect/Schema";

/** A decentralized identifier, `did:method:specific-id` (AT Protocol, DID). */
export const Did = Schema.String.pipe(
  Schema.filter((text) => isValidDid(text), {
    message: () => "must be a DID, such as did:plc:ewvi7nxzyoun6zhxrhs64oiz"
  }),
  Schema.brand("Did")
);
export type Did = typeof Did.Type;
