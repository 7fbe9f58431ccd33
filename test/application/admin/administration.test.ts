import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as TestClock from "effect/TestClock";
import { addAdmin } from "../../../src/application/admin/addAdmin.ts";
import { findSession, sessionHashOf, signOutAdmin } from "../../../src/application/admin/adminSession.ts";
import { ConfiguredAdmins } from "../../../src/application/admin/ConfiguredAdmins.ts";
import { listAdmins } from "../../../src/application/admin/listAdmins.ts";
import { removeAdmin } from "../../../src/application/admin/removeAdmin.ts";
import { setAdminRole } from "../../../src/application/admin/setAdminRole.ts";
import {
  issueFirstSetupToken,
  issueSetupToken,
  signInWithSetupToken
} from "../../../src/application/admin/setupToken.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { adminSession, findAdmin } from "../../support/adminSession.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => ("reason" in error ? error.reason : error._tag));

const isAdmin = (session: string) => Effect.map(findAdmin(Redacted.make(session)), Option.isSome);

const stepOf = (session: Redacted.Redacted<string>) =>
  Effect.map(findSession(sessionHashOf(session)), (found) => (Option.isSome(found) ? found.value._tag : null));

it.effect("A setup token is exchanged once, whichever process printed it, for a session without permissions", () =>
  Effect.gen(function* () {
    const first = yield* issueSetupToken();
    const second = yield* issueSetupToken();
    yield* signInWithSetupToken(second);
    const { session } = yield* signInWithSetupToken(first);
    assert.strictEqual(yield* reasonOf(signInWithSetupToken(first)), "used");
    assert.strictEqual(yield* stepOf(session), "SetUp");
    assert.isTrue(Option.isNone(yield* findAdmin(session)));
  }).pipe(Effect.provide(memoryService))
);

it.effect("Of many who present the same setup token at once, one succeeds", () =>
  Effect.gen(function* () {
    const token = yield* issueSetupToken();
    const attempts = Array.from({ length: 10 }, () => Effect.either(signInWithSetupToken(token)));
    const outcomes = yield* Effect.all(attempts, { concurrency: "unbounded" });
    assert.strictEqual(outcomes.filter((outcome) => outcome._tag === "Right").length, 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect("Once there is an admin, no setup token is printed or accepted, except one for recovery", () =>
  Effect.gen(function* () {
    const printed = yield* issueFirstSetupToken;
    assert.isNotNull(printed);
    const { session } = yield* signInWithSetupToken(yield* issueSetupToken());
    yield* adminSession(alice.did);
    assert.isNull(yield* issueFirstSetupToken);
    if (printed !== null) assert.strictEqual(yield* reasonOf(signInWithSetupToken(printed)), "has-admin");
    assert.isNull(yield* stepOf(session));
    const recovered = yield* signInWithSetupToken(yield* issueSetupToken(true));
    assert.strictEqual(yield* stepOf(recovered.session), "SetUp");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A startup token is rejected if ADMIN_DIDS names an account", () =>
  Effect.gen(function* () {
    const token = yield* issueSetupToken();
    assert.strictEqual(yield* reasonOf(signInWithSetupToken(token)), "has-admin");
  }).pipe(Effect.provideService(ConfiguredAdmins, [bob.did]), Effect.provide(memoryService))
);

it.effect("A setup token expires after a day, and its session after an hour", () =>
  Effect.gen(function* () {
    const old = yield* issueSetupToken();
    yield* TestClock.adjust("24 hours");
    assert.strictEqual(yield* reasonOf(signInWithSetupToken(old)), "expired");
    const { session } = yield* signInWithSetupToken(yield* issueSetupToken());
    yield* TestClock.adjust("59 minutes");
    assert.strictEqual(yield* stepOf(session), "SetUp");
    yield* TestClock.adjust("1 minute");
    assert.isNull(yield* stepOf(session));
  }).pipe(Effect.provide(memoryService))
);

it.effect("An admin session ends after two hours without use, after twelve in any case, and on sign-out", () =>
  Effect.gen(function* () {
    const idle = yield* adminSession(alice.did);
    yield* TestClock.adjust("119 minutes");
    assert.isTrue(yield* isAdmin(idle));
    yield* TestClock.adjust("2 hours");
    assert.isFalse(yield* isAdmin(idle));
    const busy = yield* adminSession(alice.did);
    for (let hour = 1; hour < 12; hour++) {
      yield* TestClock.adjust("1 hour");
      assert.isTrue(yield* isAdmin(busy), `after ${hour} hours`);
    }
    yield* TestClock.adjust("1 hour");
    assert.isFalse(yield* isAdmin(busy));
    const out = yield* adminSession(alice.did);
    yield* signOutAdmin(sessionHashOf(Redacted.make(out)));
    assert.isFalse(yield* isAdmin(out));
  }).pipe(Effect.provide(memoryService))
);

it.effect("The use of a session is recorded at most once in five minutes", () =>
  Effect.gen(function* () {
    const session = yield* adminSession(alice.did);
    const log = yield* EventLog;
    const before = yield* log.head;
    yield* TestClock.adjust("5 minutes");
    yield* Effect.all(
      Array.from({ length: 20 }, () => isAdmin(session)),
      { concurrency: "unbounded" }
    );
    yield* TestClock.adjust("4 minutes");
    yield* isAdmin(session);
    assert.strictEqual(yield* log.head, before + 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "Admins are added by handle or DID and removed with their sessions; never the last one, never one in ADMIN_DIDS",
  () =>
    Effect.gen(function* () {
      const own = yield* adminSession(alice.did);
      assert.strictEqual(yield* reasonOf(removeAdmin(alice.did, { type: "admin", id: alice.did })), "last-owner");
      assert.strictEqual((yield* addAdmin(`@${bob.handle.toUpperCase()} `, alice.did)).did, bob.did);
      assert.strictEqual(yield* reasonOf(addAdmin(bob.did, alice.did)), "is-admin");
      assert.strictEqual(yield* reasonOf(addAdmin("nobody.test", alice.did)), "handle-not-found");
      assert.strictEqual(yield* reasonOf(addAdmin("not a handle", alice.did)), "not-an-account");
      const bobs = yield* adminSession(bob.did);
      assert.isTrue(yield* isAdmin(bobs));
      const listed = (yield* listAdmins).map(({ addedBy, did, fromConfiguration }) => [
        did,
        addedBy,
        fromConfiguration
      ]);
      assert.deepStrictEqual(listed, [
        [alice.did, null, false],
        [bob.did, alice.did, false]
      ]);
      yield* removeAdmin(alice.did, { type: "admin", id: bob.did });
      assert.isFalse(yield* isAdmin(own));
      assert.strictEqual(yield* reasonOf(removeAdmin(alice.did, { type: "admin", id: bob.did })), "not-admin");
      assert.strictEqual(yield* reasonOf(removeAdmin("nonsense", { type: "admin", id: bob.did })), "not-admin");
      assert.strictEqual(yield* reasonOf(removeAdmin(bob.did, { type: "admin", id: bob.did })), "last-owner");
      const asConfigured = Effect.provideService(ConfiguredAdmins, [bob.did, alice.did]);
      assert.strictEqual(
        yield* reasonOf(asConfigured(removeAdmin(bob.did, { type: "admin", id: bob.did }))),
        "from-configuration"
      );
      assert.isTrue(yield* asConfigured(isAdmin(own)));
    }).pipe(Effect.provide(memoryService))
);

it.effect("One admin remains when two remove each other at once", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    yield* adminSession(bob.did);
    const removals = [
      removeAdmin(alice.did, { type: "admin", id: bob.did }),
      removeAdmin(bob.did, { type: "admin", id: alice.did })
    ];
    yield* Effect.all(removals.map(Effect.either), { concurrency: "unbounded" });
    assert.lengthOf(yield* listAdmins, 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A role is recorded with who gave it, and applies to an open session from its next request on", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    yield* addAdmin(bob.did, alice.did, "reader");
    const session = Redacted.make(yield* adminSession(bob.did));
    assert.deepStrictEqual(yield* findAdmin(session), Option.some({ did: bob.did, role: "reader" }));
    yield* setAdminRole(bob.did, "developer", { type: "admin", id: alice.did });
    yield* setAdminRole(bob.did, "developer", { type: "admin", id: alice.did });
    assert.deepStrictEqual(yield* findAdmin(session), Option.some({ did: bob.did, role: "developer" }));
    const log = yield* EventLog;
    const changes = (yield* log.read(0, 1000)).filter(({ type }) => type === "AdminRoleChanged.v1");
    assert.deepStrictEqual(
      changes.map(({ actor, data }) => ({ actor, data })),
      [
        { actor: { type: "admin", id: alice.did }, data: { did: bob.did, role: "reader", before: "owner" } },
        { actor: { type: "admin", id: alice.did }, data: { did: bob.did, role: "developer", before: "reader" } }
      ]
    );
  }).pipe(Effect.provide(memoryService))
);

it.effect("One owner remains when two take the role from each other at once", () =>
  Effect.gen(function* () {
    yield* adminSession(alice.did);
    yield* adminSession(bob.did);
    const changes = [
      setAdminRole(alice.did, "reader", { type: "admin", id: bob.did }),
      setAdminRole(bob.did, "reader", { type: "admin", id: alice.did })
    ];
    yield* Effect.all(changes.map(Effect.either), { concurrency: "unbounded" });
    assert.lengthOf(
      (yield* listAdmins).filter(({ role }) => role === "owner"),
      1
    );
  }).pipe(Effect.provide(memoryService))
);
