import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { findAdmin, signOutAdmin } from "../../src/application/administer/adminSession.ts";
import { issueSetupToken, signInWithSetupToken } from "../../src/application/administer/setupToken.ts";
import { memoryService } from "../support/memoryService.ts";

const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => ("reason" in error ? error.reason : error._tag));

it.effect("signs one browser in with each set-up token, whichever process printed it", () =>
  Effect.gen(function* () {
    const first = yield* issueSetupToken();
    const second = yield* issueSetupToken();
    yield* signInWithSetupToken(second);
    yield* signInWithSetupToken(first);
    assert.strictEqual(yield* reasonOf(signInWithSetupToken(first)), "used");
  }).pipe(Effect.provide(memoryService))
);

it.effect("lets one of many in who present the same token at once", () =>
  Effect.gen(function* () {
    const token = yield* issueSetupToken();
    const attempts = Array.from({ length: 10 }, () => Effect.either(signInWithSetupToken(token)));
    const outcomes = yield* Effect.all(attempts, { concurrency: "unbounded" });
    assert.strictEqual(outcomes.filter((outcome) => outcome._tag === "Right").length, 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect("ends a set-up token after a day, and an admin session after twelve hours or with the sign-out", () =>
  Effect.gen(function* () {
    const old = yield* issueSetupToken();
    yield* TestClock.adjust("24 hours");
    assert.strictEqual(yield* reasonOf(signInWithSetupToken(old)), "expired");
    const { session } = yield* signInWithSetupToken(yield* issueSetupToken());
    assert.isTrue(Option.isSome(yield* findAdmin(session)));
    yield* TestClock.adjust("12 hours");
    assert.isTrue(Option.isNone(yield* findAdmin(session)));
    const again = yield* signInWithSetupToken(yield* issueSetupToken());
    yield* signOutAdmin(again.session);
    assert.isTrue(Option.isNone(yield* findAdmin(again.session)));
  }).pipe(Effect.provide(memoryService))
);
