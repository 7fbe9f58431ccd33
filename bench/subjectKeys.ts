import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as KeyedCipherAesGcm from "../src/adapters/crypto/KeyedCipherAesGcm.ts";
import * as SecretCipherAesGcm from "../src/adapters/crypto/SecretCipherAesGcm.ts";
import { layer } from "../src/adapters/postgres/personal/SubjectKeys.ts";

/** A secret that guards the data of a benchmark. */
export const benchSecrets = [Redacted.make("a secret of benchmarks that is long enough for its purpose")] as const;

/** The keys of persons in the database of a benchmark. */
export const subjectKeys = Layer.provide(
  layer,
  Layer.merge(KeyedCipherAesGcm.layer, SecretCipherAesGcm.layer({ secrets: benchSecrets }))
);
