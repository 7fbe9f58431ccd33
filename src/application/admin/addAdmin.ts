import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { AdminRole } from "../../domain/administration/AdminRole.ts";
import * as decisions from "../../domain/administration/Admins.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { readUserAccount } from "../../domain/atproto/NamedAccount.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { admins } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loginTimeouts } from "../login/upstream/loginTimeouts.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";
import { adminsStream } from "./currentAdmins.ts";

const resolve = Effect.fnUntraced(function* (text: string) {
  const resolver = yield* IdentityResolver;
  const account = yield* readUserAccount(text);
  return yield* account._tag === "Did" ? resolver.resolveDidFresh(account.did) : resolver.resolveHandle(account.handle);
});

/** Resolves an account from a handle or a DID. Handle and DID must point at each other. */
const findAccount = (text: string) =>
  Effect.timeoutFail(resolve(text), {
    duration: loginTimeouts.account,
    onTimeout: () => new IdentityUnresolvable({ subject: text.slice(0, 253), reason: "unreachable" })
  });

/** Makes an account an admin with a role, at the request of an admin. Returns the identity of the new admin. */
export const addAdmin = Effect.fn("addAdmin")(function* (account: string, by: Did | null, role: AdminRole = "owner") {
  const configured = yield* ConfiguredAdmins;
  const identity = yield* findAccount(account);
  const now = yield* Clock.currentTimeMillis;
  const { did } = identity;
  const index = yield* RecordIndex;
  yield* decide({
    aggregate: admins,
    stream: adminsStream,
    metadata: () => ({ actor: { type: "admin", id: by }, subjectDid: did }),
    decide: (state) =>
      Effect.map(decisions.addAdmin(state, { did, how: "admin", role, by, configured, now }), (events) => ({
        events,
        outcome: undefined
      })),
    alongside: () => index.putActor(identity)
  });
  return identity;
});
