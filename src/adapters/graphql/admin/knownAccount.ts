import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Handle } from "../../../domain/atproto/Handle.ts";
import { KnownActors } from "../../../domain/record/KnownActors.ts";
import { InvalidPage } from "./pageOf.ts";

const readHandle = Schema.decodeUnknownOption(Handle);

/** The DID of an account that is named by it, or by a handle that is known here; what is neither stays as it is, and finds nothing. */
export const knownAccount = Effect.fnUntraced(function* (account: string | null) {
  const handle = account?.startsWith("did:") === false ? readHandle(account.toLowerCase()) : Option.none();
  if (Option.isNone(handle)) return account;
  const actors = yield* KnownActors;
  const found = yield* actors.find(handle.value);
  if (Option.isSome(found)) return found.value;
  return yield* new InvalidPage({
    argument: "did",
    reason: `names ${handle.value}, a handle that is not known here: use the DID of the account.`
  });
});
