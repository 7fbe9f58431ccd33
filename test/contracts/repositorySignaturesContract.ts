import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import type * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { base58btc } from "multiformats/bases/base58";
import { RepositorySignatures } from "../../src/domain/sync/repository/RepositorySignatures.ts";
import { vectorsFolder } from "../domain/lexicon/vectorsFolder.ts";

const folder = vectorsFolder("", "the signature vectors of AT Protocol and Wycheproof");

const Fixtures = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      comment: Schema.String,
      messageBase64: Schema.String,
      publicKeyDid: Schema.String,
      signatureBase64: Schema.String,
      validSignature: Schema.Boolean
    })
  )
);

const Wycheproof = Schema.parseJson(
  Schema.Struct({
    testGroups: Schema.Array(
      Schema.Struct({
        publicKey: Schema.Struct({ uncompressed: Schema.String }),
        tests: Schema.Array(
          Schema.Struct({ tcId: Schema.Number, msg: Schema.String, sig: Schema.String, result: Schema.String })
        )
      })
    )
  })
);

const read = <A, I>(schema: Schema.Schema<A, I>, name: string): A =>
  Schema.decodeUnknownSync(schema)(readFileSync(join(folder ?? "", name), "utf8"));

const hex = (text: string): Uint8Array => Either.getOrThrow(Encoding.decodeHex(text));
const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "base64"));

const curves = [
  { name: "K-256", curve: secp256k1, prefix: [0xe7, 0x01], vectors: "ecdsa_secp256k1_sha256_p1363_test.json" },
  { name: "P-256", curve: p256, prefix: [0x80, 0x24], vectors: "ecdsa_secp256r1_sha256_p1363_test.json" }
] as const;

const multikey = (prefix: ReadonlyArray<number>, point: Uint8Array): string =>
  base58btc.encode(Uint8Array.from([...prefix, ...point]));

const verify = (key: string, message: Uint8Array, signature: Uint8Array) =>
  Effect.flatMap(RepositorySignatures, (signatures) => signatures.verify(key, message, signature));

/** What every implementation of `RepositorySignatures` guarantees. */
export const repositorySignaturesContract = (layer: Layer.Layer<RepositorySignatures>): void => {
  describe.each(curves)("a signature on $name", ({ curve, name, prefix, vectors }) => {
    const { publicKey, secretKey } = curve.keygen();
    const key = multikey(prefix, publicKey);
    const message = new TextEncoder().encode("a commit");
    const signature = curve.sign(message, secretKey, { lowS: true });
    const { r, s } = curve.Signature.fromBytes(signature);

    it.effect("is valid for its key and message", () =>
      Effect.gen(function* () {
        assert.isTrue(yield* verify(key, message, signature));
        // The second time the key is known.
        assert.isTrue(yield* verify(key, message, signature));
      }).pipe(Effect.provide(layer))
    );

    it.effect("is invalid for another message or key", () =>
      Effect.gen(function* () {
        const other = multikey(prefix, curve.keygen().publicKey);
        assert.isFalse(yield* verify(key, new Uint8Array([1]), signature));
        assert.isFalse(yield* verify(other, message, signature));
      }).pipe(Effect.provide(layer))
    );

    it.effect("is invalid if any bit of it is changed, and with any other length", () =>
      Effect.gen(function* () {
        for (let bit = 0; bit < 512; bit += 7) {
          const changed = Uint8Array.from(signature);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          assert.isFalse(yield* verify(key, message, changed), `bit ${bit}`);
        }
        for (const length of [0, 32, 63]) assert.isFalse(yield* verify(key, message, signature.slice(0, length)));
        assert.isFalse(yield* verify(key, message, Uint8Array.from([...signature, 0])));
        assert.isFalse(yield* verify(key, message, curve.Signature.fromBytes(signature).toBytes("der")));
      }).pipe(Effect.provide(layer))
    );

    it.effect("is invalid in high-S form, and with r or s out of range", () =>
      Effect.gen(function* () {
        const order = curve.Point.Fn.ORDER;
        const bytes = (left: bigint, right: bigint) =>
          hex([left, right].map((n) => n.toString(16).padStart(64, "0")).join(""));
        assert.isTrue(yield* verify(key, message, bytes(r, s)));
        for (const [left, right] of [
          [r, order - s],
          [r, s + order],
          [r, 0n],
          [0n, s],
          [0n, 0n],
          [r, order],
          [order, s]
        ] as const)
          if (right < 2n ** 256n) assert.isFalse(yield* verify(key, message, bytes(left, right)), `${left} ${right}`);
      }).pipe(Effect.provide(layer))
    );

    it.effect("is invalid for what is no key", () =>
      Effect.gen(function* () {
        const offCurve = Uint8Array.from([2, ...new Uint8Array(32).fill(255)]);
        for (const none of [
          "",
          "z",
          "not base58 0OIl",
          multikey([0xed, 0x01], publicKey),
          multikey(prefix, offCurve),
          multikey(prefix, publicKey.slice(1)),
          multikey(prefix, curve.Point.fromBytes(publicKey).toBytes(false))
        ])
          assert.isFalse(yield* verify(none, message, signature), none);
      }).pipe(Effect.provide(layer))
    );

    it.effect.skipIf(folder === null)("agrees with Wycheproof, apart from high-S signatures", () =>
      Effect.gen(function* () {
        const seen = { valid: 0, invalid: 0, highS: 0 };
        for (const group of read(Wycheproof, `wycheproof/${vectors}`).testGroups) {
          const point = curve.Point.fromHex(group.publicKey.uncompressed).toBytes(true);
          for (const { msg, result, sig, tcId } of group.tests) {
            const bytes = hex(sig);
            const isHighS = bytes.length === 64 && BigInt(`0x${sig.slice(64)}`) > curve.Point.Fn.ORDER / 2n;
            const isValid = yield* verify(multikey(prefix, point), hex(msg), bytes);
            assert.strictEqual(isValid, result === "valid" && !isHighS, `${name} ${tcId}`);
            seen[isValid ? "valid" : isHighS ? "highS" : "invalid"] += 1;
          }
        }
        assert.isAbove(Math.min(seen.valid, seen.invalid, seen.highS), 40);
      }).pipe(Effect.provide(layer))
    );
  });

  it.effect.skipIf(folder === null)("agrees with the vectors of AT Protocol", () =>
    Effect.gen(function* () {
      const fixtures = read(Fixtures, "atproto-interop/crypto/signature-fixtures.json");
      assert.isAbove(fixtures.length, 5);
      for (const { comment, messageBase64, publicKeyDid, signatureBase64, validSignature } of fixtures) {
        const key = publicKeyDid.slice("did:key:".length);
        assert.strictEqual(yield* verify(key, base64(messageBase64), base64(signatureBase64)), validSignature, comment);
      }
    }).pipe(Effect.provide(layer))
  );
};
