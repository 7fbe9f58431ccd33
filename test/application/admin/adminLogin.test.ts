import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { readCallback } from "../../../src/adapters/http/browser/readCallback.ts";
import type { PdsAccount } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import * as PdsMemory from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { addAdmin } from "../../../src/application/admin/addAdmin.ts";
import { findSession, sessionHashOf } from "../../../src/application/admin/adminSession.ts";
import { completeAdminLogin } from "../../../src/application/admin/completeAdminLogin.ts";
import { listAdmins } from "../../../src/application/admin/listAdmins.ts";
import { issueSetupToken, signInWithSetupToken } from "../../../src/application/admin/setupToken.ts";
import { startAdminLogin } from "../../../src/application/admin/startAdminLogin.ts";
import { completeLogin } from "../../../src/application/login/app/completeLogin.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { adminSession, findAdmin } from "../../support/adminSession.ts";
import { registered, returned } from "../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

const browserToken = "the browser's own token";

type Session = Redacted.Redacted<string> | null;

/** Sends somebody to the PDS, who signs in there, and gives what the browser comes back with. */
const atPds = (named: string, signedIn: PdsAccount, session: Session = null) =>
  Effect.gen(function* () {
    const location = yield* startAdminLogin({ account: named, browserToken, session });
    const pds = yield* PdsMemory.PdsMemory;
    return yield* pds.approve(new URL(location), signedIn.did);
  });

const back = (parameters: URLSearchParams, session: Session = null, token: string | null = browserToken) =>
  completeAdminLogin({ ...readCallback(parameters), browserToken: token, session });

const signIn = (account: PdsAccount, session: Session = null) =>
  Effect.flatMap(atPds(account.handle, account, session), (parameters) => back(parameters, session));

const setUp = Effect.gen(function* () {
  return (yield* signInWithSetupToken(yield* issueSetupToken())).session;
});

const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => ("reason" in error ? error.reason : error._tag));

const adminDids = Effect.map(listAdmins, (admins) => admins.map(({ did }) => did));

const eventsOf = (type: string) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 10_000)).filter((event) => event.type === type);
  });

const tokensAtPds = Effect.gen(function* () {
  const pds = yield* PdsMemory.PdsMemory;
  return (yield* Ref.get(pds.state)).refreshTokens.size;
});

it.effect(
  "An account that signs in after a setup token becomes an admin in a new session, and no tokens are stored",
  () =>
    Effect.gen(function* () {
      const session = yield* setUp;
      const { session: own } = yield* signIn(alice, session);
      assert.deepStrictEqual(yield* adminDids, [alice.did]);
      assert.deepStrictEqual(yield* findAdmin(own), Option.some({ did: alice.did, role: "owner" }));
      assert.notStrictEqual(Redacted.value(own), Redacted.value(session));
      assert.isTrue(Option.isNone(yield* findSession(sessionHashOf(session))));
      assert.strictEqual(yield* tokensAtPds, 0);
      const [added] = yield* eventsOf("AdminAdded.v1");
      assert.deepInclude(added?.data, { did: alice.did, how: "set-up", addedBy: null });
      assert.deepStrictEqual(added?.actor, { type: "admin", id: alice.did });
      assert.lengthOf(yield* eventsOf("AdminLoginCompleted.v1"), 1);
    }).pipe(Effect.provide(memoryService))
);

it.effect(
  "An admin signs in without a token, which ends the previous session; any other account is refused with an event",
  () =>
    Effect.gen(function* () {
      const before = Redacted.make(yield* adminSession(alice.did));
      const { session } = yield* signIn(alice, before);
      assert.isTrue(Option.isSome(yield* findAdmin(session)));
      assert.isTrue(Option.isNone(yield* findAdmin(before)));
      assert.strictEqual(yield* reasonOf(signIn(bob)), "not-admin");
      const [failed] = yield* eventsOf("AdminLoginFailed.v1");
      assert.deepInclude(failed?.data, { did: bob.did, reason: "not-admin" });
      assert.deepStrictEqual(
        [failed?.outcome, failed?.reason, failed?.actor],
        ["failure", "not-admin", { type: "user", id: bob.did }]
      );
      assert.deepStrictEqual(yield* adminDids, [alice.did]);
      assert.strictEqual(yield* tokensAtPds, 0);
    }).pipe(Effect.provide(memoryService))
);

it.effect("Of many concurrent set-ups one account becomes the first admin, and none afterwards", () =>
  Effect.gen(function* () {
    const sessions = yield* Effect.all([setUp, setUp, setUp]);
    const logins = yield* Effect.forEach(sessions, (session, at) => {
      const account = at === 0 ? alice : bob;
      return Effect.map(atPds(account.handle, account, session), (parameters) => ({ parameters, session }));
    });
    const outcomes = yield* Effect.all(
      logins.map(({ parameters, session }) => Effect.either(back(parameters, session))),
      { concurrency: "unbounded" }
    );
    const dids = yield* adminDids;
    assert.lengthOf(dids, 1);
    const entered = outcomes.filter(({ _tag }) => _tag === "Right").length;
    assert.strictEqual(entered, dids[0] === alice.did ? 1 : 2);
    const late = yield* Effect.either(atPds(bob.handle, bob, sessions[0] ?? null));
    assert.strictEqual(late._tag, "Right");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A set-up is refused after another account was faster, or after its hour has passed", () =>
  Effect.gen(function* () {
    const [first, second] = yield* Effect.all([setUp, setUp]);
    const slow = yield* atPds(bob.handle, bob, second);
    yield* signIn(alice, first);
    assert.strictEqual(yield* reasonOf(back(slow, second)), "set-up-over");
    assert.deepStrictEqual(yield* adminDids, [alice.did]);
  }).pipe(Effect.provide(memoryService))
);

it.effect("An admin who signs in with a recovery token becomes an owner", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    yield* addAdmin(bob.did, alice.did, "reader");
    const { session } = yield* signInWithSetupToken(yield* issueSetupToken(true));
    const own = yield* signIn(bob, session);
    assert.deepStrictEqual(yield* findAdmin(own.session), Option.some({ did: bob.did, role: "owner" }));
  }).pipe(Effect.provide(memoryService))
);

it.effect("An account that signs in with a recovery token is added to the existing admins", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    const { session } = yield* signInWithSetupToken(yield* issueSetupToken(true));
    yield* signIn(bob, session);
    assert.deepStrictEqual(yield* adminDids, [alice.did, bob.did]);
    const added = yield* eventsOf("AdminAdded.v1");
    assert.deepInclude(added.at(-1)?.data, { did: bob.did, how: "recovery" });
    assert.isTrue(Option.isNone(yield* findSession(sessionHashOf(session))));
  }).pipe(Effect.provide(memoryService))
);

it.effect("An admin login completes once, in its browser, before it expires, and for the account that was named", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    const once = yield* atPds(alice.handle, alice);
    yield* back(once);
    yield* TestClock.adjust("30 seconds");
    assert.strictEqual(yield* reasonOf(back(once)), "unknown-return");
    const racing = yield* atPds(alice.handle, alice);
    const both = yield* Effect.all([Effect.either(back(racing)), Effect.either(back(racing))], {
      concurrency: "unbounded"
    });
    const sessions = both.flatMap((outcome) =>
      Either.isRight(outcome) ? [Redacted.value(outcome.right.session)] : []
    );
    assert.lengthOf(sessions, 2);
    assert.lengthOf(new Set(sessions), 1);
    assert.lengthOf(yield* eventsOf("AdminLoginCompleted.v1"), 2);

    assert.strictEqual(yield* reasonOf(back(yield* atPds(alice.handle, alice), null, "another")), "browser-mismatch");
    assert.strictEqual(yield* reasonOf(back(yield* atPds(alice.handle, alice), null, null)), "browser-mismatch");
    assert.strictEqual(yield* reasonOf(back(yield* atPds(bob.handle, alice))), "subject-mismatch");
    const slow = yield* atPds(alice.handle, alice);
    yield* TestClock.adjust("10 minutes");
    assert.strictEqual(yield* reasonOf(back(slow)), "expired");
    const foreign = yield* atPds(alice.handle, alice);
    foreign.set("iss", "https://evil.example");
    assert.strictEqual(yield* reasonOf(back(foreign)), "issuer-mismatch");
    const denied = yield* atPds(alice.handle, alice);
    denied.set("error", "access_denied");
    assert.strictEqual(yield* reasonOf(back(denied)), "access-denied");
    assert.strictEqual(yield* reasonOf(back(new URLSearchParams({ state: "admin.made-up" }))), "unknown-return");
    assert.strictEqual(yield* tokensAtPds, 0);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A login with an account that cannot be found is recorded", () =>
  Effect.gen(function* () {
    for (const account of ["nobody.test", "x y", "did:plc:zzzzzzzzzzzzzzzzzzzzzzzz"])
      assert.strictEqual(yield* reasonOf(atPds(account, alice)), "identity-unresolvable", account);
    assert.strictEqual(yield* reasonOf(atPds("https://elsewhere.example", alice)), "upstream-unavailable");
    assert.lengthOf(yield* eventsOf("AdminLoginFailed.v1"), 4);
  }).pipe(Effect.provide(memoryService))
);

it.effect("The logins of admins and those of apps are kept apart", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    const { client } = yield* registered();
    const ofApp = yield* returned(client.clientId, alice);
    assert.strictEqual(yield* reasonOf(back(ofApp)), "unknown-return");
    const ofAdmin = yield* atPds(alice.handle, alice);
    assert.strictEqual(yield* reasonOf(completeLogin({ ...readCallback(ofAdmin), browserToken })), "state-unknown");
    yield* completeLogin({ ...readCallback(ofApp), browserToken });
    yield* back(ofAdmin);
  }).pipe(Effect.provide(memoryService))
);
