import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { traced } from "../../domain/failure/traced.ts";
import {
  PersonLoginCompleted,
  PersonLoginFailed,
  PersonLoginReturned,
  PersonLoginStarted
} from "../../domain/person/PersonEvent.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { TokenVault } from "../../domain/vault/TokenVault.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { completeIdentityLogin, orReplayed } from "../login/identity/completeIdentityLogin.ts";
import {
  identityLoginEventMetadata,
  type LoginPurpose,
  LoginRefused,
  loginStream
} from "../login/identity/identityLogins.ts";
import { OpenedSession } from "../login/identity/OpenedSession.ts";
import { startIdentityLogin } from "../login/identity/startIdentityLogin.ts";
import { type BrowserCallback, sealReply } from "../login/upstream/callbackReplay.ts";
import { changeVault, vaultRow } from "../vault/vaultSecrets.ts";
import { openAccountSession, signOutUser } from "./personSession.ts";

/** The purpose of a login on the account page, where users view and end their own sessions. */
export const selfServicePurpose: LoginPurpose<PersonLoginStarted> = {
  kind: "person-login",
  statePrefix: "account.",
  isOwn: Schema.is(PersonLoginStarted),
  returned: (loginId) => new PersonLoginReturned({ loginId }),
  failed: (loginId, why) => new PersonLoginFailed({ loginId, ...why })
};

/**
 * Starts a login at the PDS of an account (a handle, a DID, or the address of a PDS). Returns the address to redirect
 * the browser to.
 */
export const startPersonLogin = traced("startPersonLogin")(function* (request: {
  readonly account: string;
  readonly browserToken: string;
}) {
  const loginId = `personlogin_${yield* randomText(16)}`;
  return yield* startIdentityLogin(selfServicePurpose, {
    ...request,
    loginId,
    begun: (beginning) => new PersonLoginStarted(beginning)
  });
});

const Reply = Schema.parseJson(Schema.Either({ left: LoginRefused, right: OpenedSession }));

interface AccountCallback extends BrowserCallback {
  /** The session of the browser, which ends once a new one is opened. */
  readonly session: Redacted.Redacted<string> | null;
}

const complete = Effect.fnUntraced(function* (request: AccountCallback) {
  const seal = sealReply(Reply, request);
  const { identity, login } = yield* completeIdentityLogin(selfServicePurpose, request, seal);
  const { did } = identity;
  const { loginId } = login.started;
  const vault = yield* TokenVault;
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  // Before the transaction, since a concurrent sign-out would conflict with it.
  if (request.session !== null) yield* signOutUser(request.session);
  const completed = new PersonLoginCompleted({ loginId, did });
  const recorded = appendEvents(
    loginStream(selfServicePurpose, loginId),
    login.version,
    [completed],
    identityLoginEventMetadata(did)
  );
  const steps = [
    vault.remove(vaultRow.login(loginId)),
    index.putActor(identity),
    Effect.catchTag(recorded, "VersionConflict", Effect.die)
  ];
  const opened = Effect.tap(openAccountSession(did), (session) =>
    Effect.flatMap(seal(Either.right(session)), changeVault)
  );
  return yield* atomically.run(Effect.zipRight(Effect.all(steps, { discard: true }), opened));
});

/**
 * Completes a login on the account page when the PDS redirects the browser back, and opens a session for the account
 * that signed in. The second of two identical callbacks from one browser receives the same session for 30 seconds.
 */
export const completePersonLogin = traced("completePersonLogin")((request: AccountCallback) =>
  complete(request).pipe(orReplayed(selfServicePurpose, Reply, request))
);
