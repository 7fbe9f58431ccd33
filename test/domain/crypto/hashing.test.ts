import { createHash } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { constantTimeEqual } from "../../../src/domain/crypto/constantTimeEqual.ts";
import { sha256, sha256Base64Url } from "../../../src/domain/crypto/sha256.ts";

it("SHA-256 agrees with OpenSSL, and hashes texts as UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.uint8Array(), (text, bytes) => {
      const utf8 = Buffer.from(text, "utf8");
      assert.strictEqual(sha256Base64Url(text), createHash("sha256").update(utf8).digest("base64url"));
      assert.deepStrictEqual(Buffer.from(sha256(bytes)), createHash("sha256").update(bytes).digest());
    })
  );
});

it("constant-time comparison finds equal texts equal, and no others", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      assert.isTrue(constantTimeEqual(left, left));
      assert.strictEqual(constantTimeEqual(left, right), left === right);
      assert.strictEqual(constantTimeEqual(left, left + right), right === "");
      assert.strictEqual(constantTimeEqual(left + right, left), right === "");
    })
  );
});
