import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import { Handle } from "../../domain/atproto/Handle.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import type { LoginTarget } from "./LoginTarget.ts";

const asHandle = (text: string) => Schema.decodeEither(Handle)(text.replace(/^@/, "").toLowerCase());

const serverOrigin = (text: string): string | null =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : null;

/** Reads what a person or an app gives as `login_hint`: a handle (with or without @), a DID, or the URL of a PDS. */
export const resolveLoginHint = Effect.fn("resolveLoginHint")(function* (given: string) {
  const text = given.trim();
  const resolver = yield* IdentityResolver;
  const server = serverOrigin(text);
  if (server !== null) return { did: null, pds: server, hint: null } satisfies LoginTarget;
  const did = Schema.decodeEither(Did)(text);
  if (Either.isRight(did)) {
    const identity = yield* resolver.resolveDid(did.right);
    return { did: identity.did, pds: identity.pds, hint: identity.handle ?? identity.did } satisfies LoginTarget;
  }
  const handle = yield* asHandle(text).pipe(
    Either.mapLeft(() => new IdentityUnresolvable({ subject: text.slice(0, 253), reason: "handle-not-found" }))
  );
  const identity = yield* resolver.resolveHandle(handle);
  return { did: identity.did, pds: identity.pds, hint: handle } satisfies LoginTarget;
});
