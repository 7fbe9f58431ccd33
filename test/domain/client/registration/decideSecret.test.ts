import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import {
  type HashedSecret,
  hashSecret,
  presentedSecret
} from "../../../../src/domain/client/authentication/ClientSecret.ts";
import {
  type Client,
  evolveClient,
  initialClient,
  type RegisteredClient
} from "../../../../src/domain/client/Client.ts";
import { type ClientEvent, ClientSecretRotatedV1 } from "../../../../src/domain/client/ClientEvent.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { deleteClient, registerClient } from "../../../../src/domain/client/registration/decideClient.ts";
import {
  maxOverlapHours,
  revokeOldSecret,
  rotateClientSecret
} from "../../../../src/domain/client/registration/decideSecret.ts";

const clientId = ClientId.make("client_AAAAAAAAAAAAAAAAAAAAAA");
const hour = 60 * 60_000;
const registeredAt = 1_000;

const proposal = {
  name: "An app",
  redirectUris: ["https://app.example.com/callback"],
  scope: "atproto",
  tokenEndpointAuthMethod: null
};

const secretNamed = (name: string): HashedSecret => hashSecret("salt", name);

const registered = (type: RegisteredClient["type"] = "confidential"): Client =>
  Either.getOrThrow(
    registerClient(
      clientId,
      { ...proposal, type },
      { origin: "admin", secret: secretNamed("first"), registrationTokenHash: null, now: registeredAt }
    )
  ).reduce(evolveClient, initialClient);

const clientOf = (state: Client): RegisteredClient => {
  assert(state._tag === "Registered");
  return state.client;
};

const afterDeciding = (state: Client, decided: Either.Either<ReadonlyArray<ClientEvent>, unknown>): Client =>
  Either.getOrThrow(decided).reduce(evolveClient, state);

const rotate = (state: Client, name: string, overlapHours: number, now: number): Client =>
  afterDeciding(state, rotateClientSecret(state, clientId, { secret: secretNamed(name), overlapHours, now }));

const revoke = (state: Client, now: number): Client => afterDeciding(state, revokeOldSecret(state, clientId, now));

const names = ["first", "second", "third"];

const accepted = (state: Client, now: number): ReadonlyArray<string> =>
  names.filter((name) => presentedSecret(clientOf(state), name, now) !== null);

const failureOf = (decided: Either.Either<unknown, { readonly _tag: string }>): string =>
  Either.getOrThrow(Either.flip(decided))._tag;

describe("the secrets of a client", () => {
  it("accepts only the new secret after a rotation without an overlap", () => {
    assert.deepStrictEqual(accepted(rotate(registered(), "second", 0, 5_000), 5_000), ["second"]);
  });

  it("accepts both secrets until the old one expires, to the millisecond", () => {
    const state = rotate(registered(), "second", 24, 5_000);
    assert.deepStrictEqual(accepted(state, 5_000), ["first", "second"]);
    assert.deepStrictEqual(accepted(state, 5_000 + 24 * hour - 1), ["first", "second"]);
    assert.deepStrictEqual(accepted(state, 5_000 + 24 * hour), ["second"]);
  });

  it("records when each of the two was created", () => {
    const { oldSecret, secret, secretCreatedAt } = clientOf(rotate(registered(), "second", 1, 5_000));
    assert.deepStrictEqual(
      { oldSecret, secret, secretCreatedAt },
      {
        oldSecret: { ...secretNamed("first"), createdAt: registeredAt, validUntil: 5_000 + hour },
        secret: secretNamed("second"),
        secretCreatedAt: 5_000
      }
    );
  });

  it("accepts the secrets of the last two rotations at most", () => {
    const twice = rotate(rotate(registered(), "second", 24, 5_000), "third", 24, 6_000);
    assert.deepStrictEqual(accepted(twice, 6_000), ["second", "third"]);
    const atOnce = rotate(rotate(registered(), "second", 24, 5_000), "third", 0, 6_000);
    assert.deepStrictEqual(accepted(atOnce, 6_000), ["third"]);
  });

  it("ends the old secret when it is revoked, and refuses to revoke it twice or after it expired", () => {
    const both = rotate(registered(), "second", 24, 5_000);
    const one = revoke(both, 6_000);
    assert.deepStrictEqual(accepted(one, 6_000), ["second"]);
    assert.strictEqual(failureOf(revokeOldSecret(one, clientId, 6_000)), "ClientHasNoOldSecret");
    assert.strictEqual(failureOf(revokeOldSecret(both, clientId, 5_000 + 24 * hour)), "ClientHasNoOldSecret");
  });

  it("folds a rotation that was recorded before there was an overlap", () => {
    const both = rotate(registered(), "second", 24, 5_000);
    const state = evolveClient(both, new ClientSecretRotatedV1({ clientId, secret: secretNamed("third") }));
    assert.deepStrictEqual(accepted(state, 5_000), ["third"]);
    assert.notProperty(clientOf(state), "secretCreatedAt");
    assert.deepInclude(clientOf(rotate(state, "first", 1, 6_000)).oldSecret, { createdAt: null });
  });

  it.each([-1, 0.5, maxOverlapHours + 1, Number.NaN])("refuses an overlap of %s hours", (overlapHours) => {
    const rotation = { secret: secretNamed("second"), overlapHours, now: 5_000 };
    assert.strictEqual(failureOf(rotateClientSecret(registered(), clientId, rotation)), "InvalidOverlap");
  });

  it("refuses a client without a secret, and one that is unknown or deleted", () => {
    const rotation = { secret: secretNamed("second"), overlapHours: 0, now: 5_000 };
    assert.strictEqual(failureOf(rotateClientSecret(registered("public"), clientId, rotation)), "ClientHoldsNoSecret");
    assert.strictEqual(failureOf(revokeOldSecret(registered("public"), clientId, 5_000)), "ClientHasNoOldSecret");
    const gone = afterDeciding(registered(), deleteClient(registered(), clientId));
    for (const state of [initialClient, gone]) {
      assert.strictEqual(failureOf(rotateClientSecret(state, clientId, rotation)), "ClientNotFound");
      assert.strictEqual(failureOf(revokeOldSecret(state, clientId, 5_000)), "ClientNotFound");
    }
  });

  it("accepts the newest secret and at most one older one after any history", () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("rotate" as const),
        hours: fc.integer({ min: 0, max: 3 }),
        wait: fc.nat(3 * hour)
      }),
      fc.record({ kind: fc.constant("revoke" as const), hours: fc.constant(0), wait: fc.nat(3 * hour) })
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = registered();
        let now = registeredAt;
        let newest = 0;
        let oldUntil = 0;
        for (const [index, { hours, kind, wait }] of steps.entries()) {
          now += wait;
          if (kind === "rotate") {
            state = rotate(state, `secret ${index + 1}`, hours, now);
            newest = index + 1;
            oldUntil = now + hours * hour;
          } else {
            const decided = revokeOldSecret(state, clientId, now);
            assert.strictEqual(Either.isRight(decided), now < oldUntil);
            if (Either.isRight(decided)) {
              state = afterDeciding(state, decided);
              oldUntil = 0;
            }
          }
          const all = ["first", ...steps.map((_, at) => `secret ${at + 1}`)];
          const works = all.filter((name) => presentedSecret(clientOf(state), name, now) !== null);
          assert.include(works, newest === 0 ? "first" : `secret ${newest}`);
          assert.lengthOf(works, now < oldUntil ? 2 : 1);
        }
      })
    );
  });
});
