import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as KeyedCipherAesGcm from "../../src/adapters/crypto/KeyedCipherAesGcm.ts";
import * as SecretCipherAesGcm from "../../src/adapters/crypto/SecretCipherAesGcm.ts";
import { layer as subjectKeys } from "../../src/adapters/postgres/personal/SubjectKeys.ts";

/** The secrets that encrypt the keys of persons in tests. */
export const testSecrets = [Redacted.make("a secret of tests that is long enough for its purpose")] as const;

/** The secrets of tests, as the environment of a process. */
export const testSecretsEnvironment = { SECRET_KEY_BASE: Redacted.value(testSecrets[0]) };

/** The ciphers of the service, with the secrets of tests. */
export const testCiphers = Layer.merge(KeyedCipherAesGcm.layer, SecretCipherAesGcm.layer({ secrets: testSecrets }));

/** The keys of persons, encrypted with the secrets of tests. */
export const testSubjectKeys = Layer.provide(subjectKeys, testCiphers);
