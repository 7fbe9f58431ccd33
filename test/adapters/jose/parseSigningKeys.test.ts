import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { P256Keypair, Secp256k1Keypair } from "@atproto/crypto";
import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import { calculateJwkThumbprint } from "jose";
import { base58btc } from "multiformats/bases/base58";
import { parseSigningKeys } from "../../../src/adapters/jose/parseSigningKeys.ts";

const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const key = keyPair();
const jwk = key.export({ format: "jwk" });
const multibase = base58btc.encode(Uint8Array.of(0x86, 0x26, ...Buffer.from(String(jwk.d), "base64url")));
const pkcs8 = key.export({ type: "pkcs8", format: "pem" }).toString();
const sec1 = key.export({ type: "sec1", format: "pem" }).toString();
const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

const kids = (text: string) =>
  Either.match(parseSigningKeys(text), {
    onLeft: (reason) => assert.fail(reason),
    onRight: (keys) => keys.map(({ kid }) => kid)
  });

const reason = (text: string): string =>
  Either.match(parseSigningKeys(text), { onLeft: (left) => left, onRight: () => assert.fail("was accepted") });

describe("parseSigningKeys", () => {
  it("returns the same thumbprint for every form of a key", async () => {
    const kid = await calculateJwkThumbprint({ kty: "EC", crv: "P-256", x: String(jwk.x), y: String(jwk.y) });
    const forms = [
      multibase,
      pkcs8,
      sec1,
      parameters + sec1,
      pkcs8.trim().replaceAll("\n", "\\n"),
      JSON.stringify(jwk),
      JSON.stringify({ ...jwk, alg: "ES256", use: "sig", kid: "theirs" }, null, 2),
      ` ${multibase}\n`
    ];
    for (const form of forms) assert.deepStrictEqual(kids(form), [kid], form.slice(0, 30));
  });

  it("reads a key that the AT Protocol library generated", async () => {
    const made = await P256Keypair.create({ exportable: true });
    const text = base58btc.encode(Uint8Array.of(0x86, 0x26, ...(await made.export())));
    Either.match(parseSigningKeys(text), {
      onLeft: (left) => assert.fail(left),
      onRight: ([parsed]) => {
        const d: unknown = JSON.parse(Redacted.value(parsed.jwk)).d;
        const again = createPrivateKey({ key: JSON.parse(Redacted.value(parsed.jwk)), format: "jwk" });
        assert.strictEqual(again.export({ format: "jwk" }).d, d);
      }
    });
  });

  it("reads several keys, in their order", () => {
    const other = keyPair();
    const otherJwk = JSON.stringify(other.export({ format: "jwk" }));
    const third = keyPair().export({ type: "pkcs8", format: "pem" }).toString();
    const all = kids(`${otherJwk},${third}, ${multibase}`);
    assert.strictEqual(all.length, 3);
    assert.deepStrictEqual([all[0], all[2]], [...kids(otherJwk), ...kids(multibase)]);
  });

  it("reports a fault in one line, and never repeats the value", async () => {
    const k256 = base58btc.encode(
      Uint8Array.of(0x81, 0x26, ...(await (await Secp256k1Keypair.create({ exportable: true })).export()))
    );
    const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const zero = base58btc.encode(Uint8Array.of(0x86, 0x26, ...new Uint8Array(32)));
    const cases: ReadonlyArray<readonly [string, RegExp]> = [
      ["", /^is empty/],
      [" , ", /^is empty/],
      ["hunter2hunter2", /known form/],
      ["z0OIl", /base58/],
      [k256, /not a P-256/],
      [zero, /no valid/],
      [multibase.slice(0, -3), /not a P-256/],
      [JSON.stringify(p384.export({ format: "jwk" })), /P-256 JWK/],
      [p384.export({ type: "pkcs8", format: "pem" }).toString(), /not a P-256 key/],
      [rsa.export({ type: "pkcs8", format: "pem" }).toString(), /not a P-256 key/],
      [
        key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString(),
        /known form|PEM/
      ],
      [JSON.stringify({ ...jwk, d: undefined }), /P-256 JWK/],
      [JSON.stringify({ ...jwk, x: jwk.y }), /JWK/],
      [JSON.stringify({ ...jwk, d: keyPair().export({ format: "jwk" }).d }), /do not belong/],
      ['{"kty":', /known form|JSON/],
      [`${multibase},${multibase}`, /twice/],
      [`${multibase},nonsense`, /^key 2 of 2 /]
    ];
    for (const [text, expected] of cases) {
      const said = reason(text);
      assert.match(said, expected);
      assert.notInclude(said, "\n");
      for (const secret of [multibase, String(jwk.d), "hunter2", "nonsense"]) assert.notInclude(said, secret);
    }
  });
});
