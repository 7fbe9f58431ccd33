import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import {
  PersonLoginCompleted,
  PersonLoginFailed,
  PersonLoginReturned,
  PersonLoginStarted
} from "../../domain/person/PersonEvent.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { TokenVault } from "../../domain/session/TokenVault.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { completeIdentityLogin } from "../identify/completeIdentityLogin.ts";
import { aboutLogin, type LoginPurpose, loginStream } from "../identify/identityLogins.ts";
import { startIdentityLogin } from "../identify/startIdentityLogin.ts";
import { vaultRow } from "../session/vaultSecrets.ts";
import { openPersonSession, signOutPerson } from "./personSession.ts";

/** Somebody wants to see and end their own sign-ins. */
export const toSeeOwnSignIns: LoginPurpose<PersonLoginStarted> = {
  kind: "person-login",
  statePrefix: "account.",
  isOwn: Schema.is(PersonLoginStarted),
  returned: (loginId) => new PersonLoginReturned({ loginId }),
  failed: (loginId, why) => new PersonLoginFailed({ loginId, ...why })
};

/** Sends a person to the PDS of their account (a handle, a DID, or the address of a PDS). Answers where the browser goes. */
export const startPersonLogin = Effect.fn("startPersonLogin")(function* (request: {
  readonly account: string;
  readonly browserToken: string;
}) {
  const loginId = `personlogin_${yield* randomText(16)}`;
  return yield* startIdentityLogin(toSeeOwnSignIns, {
    ...request,
    loginId,
    begun: (beginning) => new PersonLoginStarted(beginning)
  });
});

/** Takes up such a login where the PDS returns the browser, and opens a session for whoever signed in there. */
export const completePersonLogin = Effect.fn("completePersonLogin")(function* (request: {
  readonly parameters: URLSearchParams;
  readonly browserToken: string | null;
  /** What the browser presents, which is over once it has another one. */
  readonly session: Redacted.Redacted<string> | null;
}) {
  const { identity, login } = yield* completeIdentityLogin(toSeeOwnSignIns, request);
  const { did } = identity;
  const { loginId } = login.started;
  const vault = yield* TokenVault;
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  // Before the transaction, which a sign-out at the same moment would end.
  if (request.session !== null) yield* signOutPerson(request.session);
  const completed = new PersonLoginCompleted({ loginId, did });
  const recorded = appendEvents(loginStream(toSeeOwnSignIns, loginId), login.version, [completed], aboutLogin(did));
  const steps = [
    vault.remove(vaultRow.login(loginId)),
    index.putActor(identity),
    Effect.catchTag(recorded, "VersionConflict", Effect.die)
  ];
  return yield* atomically.run(Effect.zipRight(Effect.all(steps, { discard: true }), openPersonSession(did)));
});
