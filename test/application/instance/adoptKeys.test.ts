import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as SecretCipherAesGcm from "../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import { adoptKeys } from "../../../src/application/instance/adoptKeys.ts";
import { getSecret, putSecret } from "../../../src/application/vault/vaultSecrets.ts";
import { SecretCipher } from "../../../src/domain/crypto/SecretCipher.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { SessionSecrets } from "../../../src/domain/session/SessionSecrets.ts";
import { TokenVault } from "../../../src/domain/vault/TokenVault.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

const [one, other] = ["a".repeat(43), "b".repeat(43)] as const;
const secret = (letter: string) => Redacted.make(letter.repeat(40));

/** A start with these secrets and signing keys. */
const start = (
  secrets: readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>],
  signingKeys: ReadonlyArray<string>,
  retired: ReadonlyArray<string> = []
) => Effect.provide(adoptKeys({ signingKeys, retired }), SecretCipherAesGcm.layer({ secrets: [...secrets] }));

const keyIdOf = (letter: string) =>
  Effect.map(SecretCipher, ({ keyIds }) => keyIds[0] ?? "").pipe(
    Effect.provide(SecretCipherAesGcm.layer({ secrets: [secret(letter)] }))
  );

const events = Effect.flatMap(EventLog, (log) => log.read(0, 1000));
const ends = Effect.map(events, (all) =>
  all.filter(({ type }) => type.endsWith("Ended.v1")).map(({ reason }) => reason)
);
const settled = Effect.map(events, (all) => all.filter(({ type }) => type === "SigningKeysSettled.v1"));

/** Seals what the vault has of sessions under another secret, or as if PDSes had bound them to a signing key. */
const resealed = (letter: string, clientKey: string | null) =>
  Effect.gen(function* () {
    const vault = yield* TokenVault;
    for (const { row } of yield* vault.listPermanent("", 100)) {
      const secrets = Option.getOrThrow(yield* getSecret(SessionSecrets, row));
      yield* Effect.provide(
        putSecret(SessionSecrets, row, { ...secrets, clientKey }, null),
        SecretCipherAesGcm.layer({ secrets: [secret(letter)] })
      );
    }
  });

it.effect("A start without the secret that tokens are sealed under is refused, and the error names both remedies", () =>
  Effect.gen(function* () {
    yield* loggedIn(alice);
    yield* loggedIn(bob);
    yield* resealed("x", null);
    const keyId = yield* keyIdOf("x");
    yield* start([secret("x")], [one]);
    const refused = yield* Effect.flip(start([secret("y")], [one]));
    assert.strictEqual(refused._tag, "KeysMissing");
    for (const text of ["SECRET_KEY_BASE", keyId, "2 sign-ins", "<new>,<old>", `RETIRED_KEYS=${keyId}`]) {
      assert.include(refused.message, text);
    }
    assert.notInclude(refused.message, "\n");
    assert.notInclude(refused.message, "xxxx");
    yield* Effect.flip(start([secret("y")], [one], [yield* keyIdOf("z")]));
    assert.deepStrictEqual(yield* ends, []);
    yield* start([secret("y"), secret("x")], [one]);
    assert.deepStrictEqual(yield* ends, []);
    yield* start([secret("y")], [one], [keyId]);
    const both = ["secrets-missing", "session-ended"];
    assert.deepStrictEqual((yield* ends).toSorted(), [...both, ...both].toSorted());
    yield* start([secret("y")], [one]);
  }).pipe(Effect.provide(memoryService))
);

it.effect("Any secret is accepted while no user is signed in, and secrets of logins in progress may be lost", () =>
  Effect.gen(function* () {
    const vault = yield* TokenVault;
    yield* vault.put("login/x", { keyId: "another", bytes: new Uint8Array(40) }, Number.MAX_SAFE_INTEGER);
    yield* start([secret("x")], [one]);
    yield* start([secret("y")], [other]);
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "A start without a signing key that sessions are bound to is refused; if the key is retired, the sessions end",
  () =>
    Effect.gen(function* () {
      yield* loggedIn(alice);
      yield* resealed("x", one);
      const first = [secret("x")] as const;
      yield* start(first, [one]);
      yield* start(first, [other, one]);
      yield* start(first, [one, other]);
      assert.deepStrictEqual(
        (yield* settled).map(({ actor, data }) => [actor.type, data.keyIds, data.before]),
        [
          ["operator", [one], null],
          ["operator", [other, one], [one]]
        ]
      );
      const refused = yield* Effect.flip(start(first, [other]));
      assert.strictEqual(refused._tag, "KeysMissing");
      for (const text of ["OAUTH_SIGNING_KEY", one, "one sign-in", "<new>,<old>", `RETIRED_KEYS=${one}`]) {
        assert.include(refused.message, text);
      }
      assert.lengthOf(yield* settled, 2);
      assert.deepStrictEqual(yield* ends, []);
      yield* start(first, [other], [one]);
      assert.deepStrictEqual(yield* ends, ["client-key-retired", "session-ended"]);
      yield* start(first, [other]);
      assert.lengthOf(yield* settled, 3);
    }).pipe(Effect.provide(memoryService))
);

it.effect("A signing key without bound sessions may be removed, and the first start checks every session", () =>
  Effect.gen(function* () {
    yield* loggedIn(alice);
    yield* resealed("x", one);
    yield* Effect.flip(start([secret("x")], [other]));
    yield* start([secret("x")], [one, other]);
    yield* start([secret("x")], [one]);
    assert.deepStrictEqual(yield* ends, []);
  }).pipe(Effect.provide(memoryService))
);
