import { isValidHandle, normalizeHandle } from "@atproto/syntax";
import * as Schema from "effect/Schema";

/** A handle: a lower-case domain name that identifies an account (AT Protocol, Handle). */
export const Handle = Schema.String.pipe(
  Schema.filter((text) => isValidHandle(text) && normalizeHandle(text) === text, {
    message: () => "must be a handle in lower case, such as alice.example.com"
  }),
  Schema.brand("Handle")
);
export type Handle = typeof Handle.Type;
