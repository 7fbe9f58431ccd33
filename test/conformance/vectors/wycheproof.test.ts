import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { describe, expect, it } from "vitest";
import * as ClientAssertionsJose from "../../../src/adapters/jose/ClientAssertionsJose.ts";
import { readProofKey } from "../../../src/adapters/jose/readProofKey.ts";
import { ClientAssertions } from "../../../src/domain/client/authentication/ClientAssertion.ts";
import { readKeySet } from "../../../src/domain/client/authentication/ClientKey.ts";
import { vectorsFolder } from "../../domain/lexicon/vectorsFolder.ts";
import { headerOf } from "../oauth/json.ts";
import { differences } from "./differences.ts";

const folder = vectorsFolder("wycheproof", "the Wycheproof vectors of ES256, JWS and JWK");

const Jwk = Schema.Record({ key: Schema.String, value: Schema.Unknown });
const Result = Schema.Literal("valid", "invalid", "acceptable");

const Signatures = Schema.parseJson(
  Schema.Struct({
    testGroups: Schema.Array(
      Schema.Struct({
        publicKeyJwk: Schema.optional(Jwk),
        publicKeyDer: Schema.String,
        tests: Schema.Array(
          Schema.Struct({ tcId: Schema.Number, msg: Schema.String, sig: Schema.String, result: Result })
        )
      })
    )
  })
);

const Jws = Schema.parseJson(
  Schema.Struct({
    testGroups: Schema.Array(
      Schema.Struct({
        private: Schema.optional(Jwk),
        public: Schema.optional(Jwk),
        tests: Schema.Array(Schema.Struct({ tcId: Schema.Number, jws: Schema.Unknown, result: Result }))
      })
    )
  })
);

const read = <A, I>(schema: Schema.Schema<A, I>, name: string): A | null =>
  folder === null ? null : Schema.decodeUnknownSync(schema)(readFileSync(join(folder, name), "utf8"));

describe.skipIf(folder === null)("Wycheproof, ECDSA P-256 with SHA-256 in the form of JOSE", () => {
  const groups = read(Signatures, "ecdsa_secp256r1_sha256_p1363_test.json")?.testGroups ?? [];

  it("agrees with the expected result for every signature", async () => {
    const seen = { valid: 0, invalid: 0 };
    for (const { publicKeyDer, publicKeyJwk, tests } of groups) {
      const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
      // The key as proofs carry it, where the vector has it so.
      const jwk =
        publicKeyJwk === undefined ? null : Either.getOrNull(readProofKey({ ...publicKeyJwk, kid: undefined }));
      const key = await (jwk === null
        ? webcrypto.subtle.importKey("spki", Buffer.from(publicKeyDer, "hex"), ecdsa, false, ["verify"])
        : webcrypto.subtle.importKey("jwk", { ...jwk }, ecdsa, false, ["verify"]));
      for (const { msg, result, sig, tcId } of tests) {
        const [signature, message] = [Buffer.from(sig, "hex"), Buffer.from(msg, "hex")];
        const good = await webcrypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, message);
        expect(good, `tcId ${tcId}`).toBe(result === "valid");
        seen[result === "valid" ? "valid" : "invalid"] += 1;
      }
    }
    expect(seen).toEqual({ valid: 173, invalid: 89 });
  });
});

/** How far a JWS comes: its payload is no set of claims, so that a good signature ends in `bad-claims`. */
const judge = (jws: unknown, keys: unknown): Promise<string> => {
  if (typeof jws !== "string") return Promise.resolve("malformed");
  const set = readKeySet(keys);
  if (Either.isLeft(set)) return Promise.resolve("no key");
  return Effect.runPromise(
    Effect.flatMap(ClientAssertions, (assertions) => assertions.verify(jws, set.right)).pipe(
      Effect.match({ onFailure: ({ reason }) => reason, onSuccess: () => "accepted" }),
      Effect.provide(ClientAssertionsJose.layer)
    )
  );
};

const accepted: ReadonlyArray<string> = ["accepted", "bad-claims"];

const algorithmOf = (jws: unknown): unknown => {
  try {
    return headerOf(String(jws)).alg;
  } catch {
    return undefined;
  }
};

const keySetOf = (jwk: Readonly<Record<string, unknown>> | undefined): unknown =>
  jwk !== undefined && "keys" in jwk ? jwk : { keys: jwk === undefined ? [] : [jwk] };

describe.skipIf(folder === null).each(["json_web_signature_test.json", "json_web_key_test.json"])(
  "Wycheproof, %s",
  (name) => {
    const groups = read(Jws, name)?.testGroups ?? [];
    const cases = groups.flatMap((group) =>
      group.tests.map((test) => ({ ...test, keys: keySetOf(group.public ?? group.private) }))
    );

    it("accepts no invalid signature", async () => {
      const invalid = cases.filter(({ result }) => result === "invalid");
      expect(invalid.length).toBeGreaterThan(10);
      for (const { jws, keys, tcId } of invalid) expect(accepted, `tcId ${tcId}`).not.toContain(await judge(jws, keys));
    });

    it(`refuses signatures that are valid only because ${differences.otherAlgorithms}`, async () => {
      for (const { jws, keys, tcId } of cases.filter(({ result }) => result === "valid")) {
        const verdict = await judge(jws, keys);
        if (algorithmOf(jws) === "ES256") expect(accepted, `tcId ${tcId}`).toContain(verdict);
        else
          expect(["alg-not-allowed", "no key", "unknown-key", "malformed", "wrong-typ"], `tcId ${tcId}`).toContain(
            verdict
          );
      }
    });
  }
);

describe.skipIf(folder === null)("the Wycheproof tests", () => {
  it("distinguish a valid signature from an invalid one", async () => {
    const groups = read(Jws, "json_web_signature_test.json")?.testGroups ?? [];
    const own = groups.flatMap((group) => group.tests.map((test) => ({ ...test, keys: keySetOf(group.public) })));
    const good = own.filter(({ jws, result }) => result === "valid" && algorithmOf(jws) === "ES256");
    expect(good.length).toBeGreaterThan(0);
    for (const { jws, keys } of good) {
      const text = String(jws);
      const other = text.replace(/\.[^.]+$/, (part) => `.${part[1] === "A" ? "B" : "A"}${part.slice(2)}`);
      expect(await judge(other, keys)).toBe("bad-signature");
    }
  });
});
