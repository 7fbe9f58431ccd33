import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { parseAuditKeys } from "../../../src/adapters/crypto/auditKeys.ts";
import { parseSigningKeys } from "../../../src/adapters/jose/parseSigningKeys.ts";
import { verifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemark } from "./tidemark.ts";

const generate = (...args: ReadonlyArray<string>) => tidemark({}, "keys", "generate", ...args);

it.effect.each(["multibase", "pem", "jwk"])("generates a key that the service accepts, in the form %s", (form) =>
  Effect.gen(function* () {
    const { code, stderr, stdout } = yield* generate("--form", form, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const made = JSON.parse(stdout);
    const [key] = yield* parseSigningKeys(made.key);
    expect(made).toMatchObject({
      form,
      publicKey: { kty: "EC", crv: "P-256", kid: key.kid, alg: "ES256", use: "sig" }
    });
    expect(made.publicKey).not.toHaveProperty("d");
  })
);

it.effect("generates a different key each time, and prints nothing else", () =>
  Effect.gen(function* () {
    const [one, other] = [yield* generate(), yield* generate()];
    expect(one.stdout).toMatch(/^z[1-9A-HJ-NP-Za-km-z]+\n$/);
    expect(other.stdout).not.toBe(one.stdout);
    const secret = yield* generate("--secret");
    expect(secret.stdout).toMatch(/^[A-Za-z0-9+/]{64}\n$/);
    expect(yield* generate("--secret", "--form", "pem")).toMatchObject({ code: 2, stdout: "" });
    expect((yield* generate("--form", "der")).stderr).toContain('--form: "der" is not one of multibase, pem, jwk');
  })
);

it.effect("generates a key for checkpoints, and nothing beside it", () =>
  Effect.gen(function* () {
    const { code, stderr, stdout } = yield* generate("--audit");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [key] = yield* parseAuditKeys(stdout);
    expect(key.publicKey).toHaveLength(32);
    expect(yield* generate("--audit", "--secret")).toMatchObject({ code: 2, stdout: "" });
  })
);

it.scopedLive("shows the public keys in use, and generates none", () =>
  Effect.gen(function* () {
    const first = (yield* generate()).stdout.trim();
    const second = JSON.parse((yield* generate("--form", "jwk", "--json")).stdout);
    const shown = yield* tidemark({ OAUTH_SIGNING_KEY: `${second.key},${first}` }, "keys", "show", "--json");
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    const { keys, signs, source } = JSON.parse(shown.stdout);
    expect({ source, signs }).toEqual({ source: "OAUTH_SIGNING_KEY", signs: second.publicKey.kid });
    expect(keys).toEqual([second.publicKey, expect.objectContaining({ kty: "EC" })]);
    const human = yield* tidemark({ OAUTH_SIGNING_KEY: `${second.key},${first}` }, "keys", "show");
    for (const text of [shown.stdout, human.stdout]) {
      expect(text).not.toContain(JSON.parse(second.key).d);
      expect(text).not.toContain(first);
    }
    const DATA_DIR = yield* temporaryFolder;
    const none = yield* tidemark({ DATA_DIR }, "keys", "show");
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain("tidemark keys generate");
    const wrong = yield* tidemark({ OAUTH_SIGNING_KEY: "z42tSecretSecret" }, "keys", "show", "--json");
    expect(JSON.parse(wrong.stderr)).toMatchObject({ error: "invalid_configuration" });
    expect(wrong.stderr).not.toContain("SecretSecret");
  })
);

it.scopedLive("shows the verifier keys of the log, under the public URL", () =>
  Effect.gen(function* () {
    const OAUTH_SIGNING_KEY = (yield* generate()).stdout.trim();
    const [first, second] = [(yield* generate("--audit")).stdout.trim(), (yield* generate("--audit")).stdout.trim()];
    const keys = { OAUTH_SIGNING_KEY, AUDIT_SIGNING_KEY: `${first},${second}` };
    const production = { ...keys, NODE_ENV: "production", EXTERNAL_BASE_URL: "https://tidemark.example.com" };
    const { checkpoints } = JSON.parse((yield* tidemark(production, "keys", "show", "--json")).stdout);
    expect(checkpoints).toEqual({
      source: "AUDIT_SIGNING_KEY",
      verifierKeys: [first, second].map((line) => {
        const [{ publicKey }] = Either.getOrThrow(parseAuditKeys(line));
        return verifierKeyText(verifierKey("tidemark.example.com/log", publicKey));
      })
    });
    const human = yield* tidemark({ ...keys, PORT: "8081" }, "keys", "show");
    expect(human.stdout).toMatch(/\n\nAUDIT_SIGNING_KEY\n\n {2}127\.0\.0\.1:8081\/log\+\S+ {2}signs checkpoints\n/);
    expect(human.stdout).not.toContain(first);
    const DATA_DIR = yield* temporaryFolder;
    const none = yield* tidemark({ OAUTH_SIGNING_KEY, DATA_DIR }, "keys", "show", "--json");
    expect(JSON.parse(none.stdout).checkpoints).toEqual({ source: null, verifierKeys: [] });
    const wrong = yield* tidemark({ OAUTH_SIGNING_KEY, AUDIT_SIGNING_KEY: "z3uSecretSecret" }, "keys", "show");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toContain("AUDIT_SIGNING_KEY");
    expect(wrong.stderr).not.toContain("SecretSecret");
  })
);
