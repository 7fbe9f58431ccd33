import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import fc from "fast-check";
import { auditKeyLine, generateAuditKey, parseAuditKeys } from "../../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import { hashingNode } from "../../../src/adapters/crypto/hashingNode.ts";
import { verifyEd25519Node } from "../../../src/adapters/crypto/verifyEd25519Node.ts";
import { pureHashing } from "../../../src/domain/crypto/Hashing.ts";
import { CheckpointSigner } from "../../../src/domain/transparency/CheckpointSigner.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../src/domain/transparency/verifyNote.ts";

const generate = () => Redacted.value(Effect.runSync(generateAuditKey));
const problemOf = (text: string) => Option.getOrNull(Either.getLeft(parseAuditKeys(text)));

describe("keys of checkpoints", () => {
  it("are read as PEM, as PEM in one line, and as the line that is generated", () => {
    const pem = generate();
    const [key] = Either.getOrThrow(parseAuditKeys(pem));
    const line = Redacted.value(auditKeyLine(key));
    assert.match(line, /^z3u2[1-9A-HJ-NP-Za-km-z]+$/);
    for (const text of [line, pem.trim().replaceAll("\n", "\\n"), ` ${line} `]) {
      assert.deepStrictEqual(Either.getOrThrow(parseAuditKeys(text))[0].publicKey, key.publicKey);
    }
    const spki = createPublicKey(pem).export({ type: "spki", format: "der" });
    assert.deepStrictEqual(key.publicKey, new Uint8Array(spki.subarray(-32)));
  });

  it("are several, in their order", () => {
    const [one, other] = [generate(), generate()];
    const keys = Either.getOrThrow(parseAuditKeys(`${one.trim()},${other}`));
    assert.deepStrictEqual(
      keys.map(({ publicKey }) => publicKey),
      [one, other].map((pem) => Either.getOrThrow(parseAuditKeys(pem))[0].publicKey)
    );
  });

  it.each([
    ["is in no known form", "secret-text"],
    ["is multibase, but not an Ed25519 private key", "z42tSecret"],
    ["is not valid base58 multibase", "z0OIl"],
    [
      "is PEM, but not an unencrypted PKCS#8 private key",
      "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"
    ],
    ["has an empty item", "z3u2a,"]
  ])("%s: refused without printing it", (reason, text) => {
    const problem = problemOf(text) ?? "";
    assert.include(problem, reason);
    assert.notMatch(problem, /secret|c2Vj/i);
  });

  it("of another kind and repeated keys are refused", () => {
    const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
    assert.strictEqual(problemOf(p256.toString()), "is not an Ed25519 key");
    const pem = generate();
    assert.strictEqual(problemOf(`${pem.trim()},${pem}`), "holds the same key twice");
  });
});

it("a SHA-256 is the same in plain JavaScript and by OpenSSL", () => {
  const input = fc.oneof(fc.uint8Array(), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(input, (each) => {
      assert.deepStrictEqual(new Uint8Array(hashingNode.digest(each)), pureHashing.digest(each));
      assert.strictEqual(hashingNode.base64Url(each), pureHashing.base64Url(each));
    })
  );
});

describe("CheckpointSigner contract: Ed25519", () => {
  const keys = Either.getOrThrow(parseAuditKeys(`${generate().trim()},${generate()}`));
  const signer = (publicUrl: string) =>
    Effect.runSync(Effect.provide(CheckpointSigner, CheckpointSignerEd25519.layer({ keys, publicUrl })));

  it("its origin is the host of the public URL, with the port where there is one", () => {
    assert.strictEqual(signer("https://Tidemark.example").origin, "tidemark.example/log");
    assert.strictEqual(signer("http://127.0.0.1:8080").origin, "127.0.0.1:8080/log");
  });

  it("its first key signs, and the signature verifies as a note", () => {
    const { keys: published, sign, origin } = signer("https://tidemark.example");
    assert.strictEqual(published.length, 2);
    const text = `${origin}\n1\nAAAA\n`;
    const signature = Effect.runSync(sign(text));
    for (const check of [verifyEd25519, verifyEd25519Node]) {
      const verified = Either.getOrThrow(verifyNote({ text, signatures: [signature] }, published, check));
      assert.deepStrictEqual(verified, [published[0]]);
      assert.isTrue(Either.isLeft(verifyNote({ text: `${text}x\n`, signatures: [signature] }, published, check)));
    }
  });

  it("signs the bytes of the text and nothing else", () => {
    const text = "log.example\n0\nAAAA\n";
    const { signature } = Effect.runSync(signer("https://tidemark.example").sign(text));
    assert.isTrue(verify(null, Buffer.from(text), createPublicKey(Redacted.value(keys[0].privateKey)), signature));
    assert.isFalse(verifyEd25519Node(keys[0].publicKey, Buffer.from("other"), signature));
    assert.isFalse(verifyEd25519Node(new Uint8Array(3), Buffer.from(text), signature));
    assert.isFalse(verifyEd25519(keys[0].publicKey, Buffer.from(text), new Uint8Array(64)));
  });
});
