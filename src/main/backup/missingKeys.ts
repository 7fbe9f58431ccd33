import * as Effect from "effect/Effect";
import { Keys } from "../../adapters/cli/keys/Keys.ts";
import { knownSecrets } from "../../adapters/configuration/loadConfiguration.ts";
import * as SecretCipherAesGcm from "../../adapters/crypto/SecretCipherAesGcm.ts";
import type { NeededKeys } from "../../domain/backup/BackupManifest.ts";
import { SecretCipher } from "../../domain/crypto/SecretCipher.ts";
import { keys } from "../cli/keys.ts";
import { signingKeyReader } from "../signingKeyReader.ts";
import { storageLocation } from "../storageLocation.ts";

/** The ids of the keys of this environment. Keys that it does not have, or that cannot be read, have none. */
const knownKeys = Effect.gen(function* () {
  const { dataDir } = yield* storageLocation;
  const secrets = yield* Effect.orElseSucceed(knownSecrets(process.env, signingKeyReader, dataDir), () => null);
  const { keyIds } = yield* Effect.provide(SecretCipher, SecretCipherAesGcm.layer({ secrets: secrets ?? [] }));
  const { inUse, ofCheckpoints } = yield* Keys;
  const signing = yield* Effect.orElseSucceed(inUse, () => ({ keys: [] }));
  const audit = yield* Effect.orElseSucceed(ofCheckpoints, () => ({ verifierKeys: [] }));
  return { secrets: keyIds, signing: signing.keys.map(({ kid }) => kid), audit: audit.verifierKeys.map(publicPart) };
}).pipe(Effect.provide(keys));

/** The part of a verifier key (vkey) that does not depend on the public URL: the type and the public key. */
const publicPart = (vkey: string): string => /\+[0-9a-f]{8}\+(.+)$/.exec(vkey)?.[1] ?? vkey;

/** Returns the keys that this environment lacks. */
export const missingKeys = Effect.fnUntraced(function* (needed: NeededKeys) {
  const known = yield* knownKeys;
  return {
    secrets: needed.secrets.filter((id) => !known.secrets.includes(id)),
    signing: needed.signing.filter((id) => !known.signing.includes(id)),
    audit: needed.audit === null || known.audit.includes(publicPart(needed.audit)) ? null : needed.audit
  } satisfies NeededKeys;
});
