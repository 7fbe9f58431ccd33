import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import * as decisions from "../../domain/administration/Admins.ts";
import { Did } from "../../domain/atproto/Did.ts";
import { Handle } from "../../domain/atproto/Handle.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { waitAtMost } from "../authorize/waitAtMost.ts";
import { admins } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { adminsStream } from "./currentAdmins.ts";

/** An account by its handle (with or without @) or DID; each must name the other. */
const findAccount = Effect.fnUntraced(
  function* (text: string) {
    const resolver = yield* IdentityResolver;
    const did = Schema.decodeEither(Did)(text);
    if (Either.isRight(did)) return yield* resolver.resolveDidFresh(did.right);
    const unknown = new IdentityUnresolvable({ subject: text.slice(0, 253), reason: "handle-not-found" });
    const handle = Schema.decodeEither(Handle)(text.replace(/^@/, "").toLowerCase());
    return yield* resolver.resolveHandle(yield* Either.mapLeft(handle, () => unknown));
  },
  (effect, text) =>
    Effect.timeoutFail(effect, {
      duration: waitAtMost.account,
      onTimeout: () => new IdentityUnresolvable({ subject: text.slice(0, 253), reason: "unreachable" })
    })
);

/** Makes an account an admin, by the word of one. Answers who that is now. */
export const addAdmin = Effect.fn("addAdmin")(function* (account: string, by: Did | null) {
  const configured = yield* ConfiguredAdmins;
  const identity = yield* findAccount(account.trim());
  const now = yield* Clock.currentTimeMillis;
  const { did } = identity;
  const index = yield* RecordIndex;
  yield* decide({
    aggregate: admins,
    stream: adminsStream,
    about: () => ({ actor: { type: "admin", id: by }, subjectDid: did }),
    decide: (state) =>
      Effect.map(decisions.addAdmin(state, { did, how: "admin", by, configured, now }), (events) => ({
        events,
        outcome: undefined
      })),
    alongside: () => index.putActor(identity)
  });
  return identity;
});
