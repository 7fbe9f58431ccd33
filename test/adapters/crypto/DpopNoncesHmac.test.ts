import { assert, it } from "@effect/vitest";
import type { NonEmptyReadonlyArray } from "effect/Array";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as DpopNoncesHmac from "../../../src/adapters/crypto/DpopNoncesHmac.ts";
import { DpopNonces } from "../../../src/domain/dpop/DpopNonces.ts";

const now = 1_800_000_000_000;
const first = Redacted.make("the first secret of the service, long enough");
const second = Redacted.make("the second secret of the service, long enough");

const noncesOf = (secrets: NonEmptyReadonlyArray<Redacted.Redacted>, required = true) =>
  Effect.provide(DpopNonces, DpopNoncesHmac.layer({ secrets, required }));

it.effect("DP-13 are valid for five minutes in every process with the secret, and rotate within that time", () =>
  Effect.gen(function* () {
    const [one, other] = [yield* noncesOf([first]), yield* noncesOf([first])];
    const nonce = one.current(now);
    assert.match(nonce ?? "", /^[A-Za-z0-9_-]{22}$/);
    assert.strictEqual(other.current(now), nonce);
    for (const later of [0, 60_000, 149_000]) assert.isTrue(other.accepts(nonce, now + later), `${later}`);
    assert.isFalse(other.accepts(nonce, now + 300_000));
    assert.notStrictEqual(one.current(now + 150_000), nonce);
    assert.isTrue(one.accepts(other.current(now + 1000), now), "a clock that is a little ahead");
  })
);

it.effect("DP-13 cannot be forged, and have a single valid spelling", () =>
  Effect.gen(function* () {
    const nonces = yield* noncesOf([first]);
    const foreign = (yield* noncesOf([second])).current(now);
    const good = nonces.current(now) ?? "";
    for (const nonce of [null, "", "x", foreign, `${good}=`, `${good} `, `${good}AA`, good.toLowerCase()]) {
      assert.isFalse(nonces.accepts(nonce, now), String(nonce));
    }
  })
);

it.effect("remain valid after a change of the secret while the old one is configured", () =>
  Effect.gen(function* () {
    const before = (yield* noncesOf([first])).current(now);
    const rotated = yield* noncesOf([second, first]);
    assert.isTrue(rotated.accepts(before, now));
    assert.notStrictEqual(rotated.current(now), before);
    assert.isFalse((yield* noncesOf([second])).accepts(before, now));
  })
);

it.effect("are not issued where they are not required", () =>
  Effect.map(noncesOf([first], false), (nonces) => assert.isNull(nonces.current(now)))
);
