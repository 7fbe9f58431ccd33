import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { Keys } from "../../adapters/cli/keys/Keys.ts";
import { ConfigurationInvalid } from "../../adapters/configuration/ConfigurationInvalid.ts";
import { checkpointKey, storedDevelopmentKey, tokenKey } from "../../adapters/configuration/developmentKey.ts";
import { baseUrlFor } from "../../adapters/configuration/loadConfiguration.ts";
import { readVariable } from "../../adapters/configuration/variables/Variable.ts";
import { nodeEnv, variables } from "../../adapters/configuration/variables/variables.ts";
import { auditKeyLine, generateAuditKey, parseAuditKeys } from "../../adapters/crypto/auditKeys.ts";
import { originOf } from "../../adapters/crypto/CheckpointSignerEd25519.ts";
import { generateSigningKey } from "../../adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../../adapters/jose/parseSigningKeys.ts";
import { publishedKey, writeSigningKey } from "../../adapters/jose/writeSigningKey.ts";
import { verifierKey, verifierKeyText } from "../../domain/transparency/VerifierKey.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { storageLocation } from "../storageLocation.ts";

const invalid = (problem: string) => new ConfigurationInvalid({ problems: [problem] });

const noKeyYet = invalid(
  "OAUTH_SIGNING_KEY is not set, and DATA_DIR has no key of a development instance yet: generate one with tidemark keys generate, or start the service in development"
);

const signingKeys = Effect.gen(function* () {
  const production = yield* Either.mapLeft(readVariable(process.env, nodeEnv), invalid);
  const { signingKeys } = variables(production, signingKeyReader);
  const configured = yield* Either.mapLeft(readVariable(process.env, signingKeys), invalid);
  if (configured !== null) return { source: "OAUTH_SIGNING_KEY", keys: configured };
  const stored = yield* storedDevelopmentKey((yield* storageLocation).dataDir, tokenKey, signingKeyReader);
  return stored === null ? yield* noKeyYet : { source: stored.path, keys: stored.keys };
});

const auditKeysInUse = Effect.gen(function* () {
  const { auditKeys } = variables(false, signingKeyReader);
  const configured = yield* Either.mapLeft(readVariable(process.env, auditKeys), invalid);
  if (configured !== null) return { source: "AUDIT_SIGNING_KEY", keys: configured };
  const stored = yield* storedDevelopmentKey((yield* storageLocation).dataDir, checkpointKey, signingKeyReader.audit);
  return stored === null ? { source: null, keys: [] } : { source: stored.path, keys: stored.keys };
});

/** The name of a verifier key contains the public URL, so that it is read as the service reads it. */
const checkpointKeys = Effect.gen(function* () {
  const { keys, source } = yield* auditKeysInUse;
  if (source === null) return { source, verifierKeys: [] };
  const production = yield* Either.mapLeft(readVariable(process.env, nodeEnv), invalid);
  const { baseUrl, port } = variables(production, signingKeyReader);
  const read = yield* Either.mapLeft(
    Either.all([readVariable(process.env, baseUrl), readVariable(process.env, port)]),
    invalid
  );
  const origin = originOf(yield* baseUrlFor(...read));
  return { source, verifierKeys: keys.map(({ publicKey }) => verifierKeyText(verifierKey(origin, publicKey))) };
});

/** The keys of the environment, or of the data folder of a development instance. */
export const keys = Layer.succeed(
  Keys,
  Keys.of({
    generate: (form) =>
      Effect.map(generateSigningKey, (pem) => {
        const [key] = Either.getOrThrow(parseSigningKeys(Redacted.value(pem)));
        return { text: writeSigningKey(key, form), publicKey: publishedKey(key) };
      }),
    audit: Effect.map(generateAuditKey, (pem) =>
      auditKeyLine(Either.getOrThrow(parseAuditKeys(Redacted.value(pem)))[0])
    ),
    secret: Effect.sync(() => Redacted.make(randomBytes(48).toString("base64"))),
    webhook: Effect.sync(() => Redacted.make(`whsec_${randomBytes(32).toString("base64")}`)),
    ofCheckpoints: checkpointKeys,
    inUse: Effect.map(signingKeys, ({ keys, source }) => ({ source, keys: keys.map(publishedKey) }))
  })
);
