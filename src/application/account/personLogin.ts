import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
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
import { type BrowserReturn, keepReply } from "../authorize/returnReplies.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { completeIdentityLogin, orRepeated } from "../identify/completeIdentityLogin.ts";
import { aboutLogin, type LoginPurpose, loginStream } from "../identify/identityLogins.ts";
import { LoginRefused } from "../identify/LoginRefused.ts";
import { OpenedSession } from "../identify/OpenedSession.ts";
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

const Reply = Schema.parseJson(Schema.Either({ left: LoginRefused, right: OpenedSession }));

interface PersonReturn extends BrowserReturn {
  /** What the browser presents, which is over once it has another one. */
  readonly session: Redacted.Redacted<string> | null;
}

const complete = Effect.fnUntraced(function* (request: PersonReturn) {
  const keep = keepReply(Reply, request);
  const { identity, login } = yield* completeIdentityLogin(toSeeOwnSignIns, request, keep);
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
  const opened = Effect.tap(openPersonSession(did), (session) => keep(Either.right(session)));
  return yield* atomically.run(Effect.zipRight(Effect.all(steps, { discard: true }), opened));
});

/**
 * Takes up such a login where the PDS returns the browser, and opens a session for whoever signed in there. The second of
 * two equal returns from one browser gets the same session for 30 seconds.
 */
export const completePersonLogin = Effect.fn("completePersonLogin")((request: PersonReturn) =>
  complete(request).pipe(orRepeated(toSeeOwnSignIns, Reply, request))
);
