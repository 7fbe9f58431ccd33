import { generateKeyPairSync, sign, verify } from "node:crypto";
import { assert, describe, it } from "@effect/vitest";
import * as FastCheck from "effect/FastCheck";
import { derOfSignature, signatureOfDer } from "../../../src/domain/crypto/ecdsaSignature.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const dsaEncoding = "ieee-p1363";

/** A number of 32 bytes, often with zeros or a set bit at its start. */
const number = FastCheck.tuple(
  FastCheck.nat(32),
  FastCheck.uint8Array({ minLength: 32, maxLength: 32 }),
  FastCheck.boolean()
).map(([zeros, bytes, isSet]) =>
  Uint8Array.from(bytes, (byte, at) => {
    if (at < zeros) return 0;
    return isSet && at === zeros ? byte | 0x80 : byte;
  })
);

describe("the two forms of a P-256 signature", () => {
  it("have the same numbers", () => {
    FastCheck.assert(
      FastCheck.property(number, number, (r, s) => {
        const signature = new Uint8Array([...r, ...s]);
        assert.deepStrictEqual(signatureOfDer(derOfSignature(signature)), signature);
      })
    );
  });

  it("are those of OpenSSL", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array(), (message) => {
        const der = sign("sha256", message, privateKey);
        const signature = signatureOfDer(der);
        assert.isTrue(verify("sha256", message, { key: publicKey, dsaEncoding }, signature));
        assert.deepStrictEqual(derOfSignature(signature), new Uint8Array(der));
        const other = sign("sha256", message, { key: privateKey, dsaEncoding });
        assert.isTrue(verify("sha256", message, publicKey, derOfSignature(other)));
      })
    );
  });
});
