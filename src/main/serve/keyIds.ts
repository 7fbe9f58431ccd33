import { encodeBase64 } from "effect/Encoding";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { secretKeyId } from "../../adapters/crypto/SecretCipherAesGcm.ts";

/** The variables that hold keys. */
export type KeyVariable = "OAUTH_SIGNING_KEY" | "AUDIT_SIGNING_KEY" | "SECRET_KEY_BASE";

/**
 * Returns the public ids of the keys in use, by variable, in order: the thumbprints of the signing keys, the public keys
 * that verify checkpoints, and the ids that are stored with encrypted secrets. Empty without `SECRET_KEY_BASE`.
 */
export const keyIds = ({
  auditKeys,
  secrets,
  signingKeys
}: Pick<Configuration, "auditKeys" | "secrets" | "signingKeys">): Readonly<Record<KeyVariable, string>> => ({
  OAUTH_SIGNING_KEY: signingKeys.map(({ kid }) => kid).join(","),
  // The id in a verifier key also depends on the public URL.
  AUDIT_SIGNING_KEY: auditKeys.map(({ publicKey }) => encodeBase64(publicKey)).join(","),
  // The last secrets are those of the signing keys.
  SECRET_KEY_BASE: secrets
    .slice(0, secrets.length - signingKeys.length)
    .map(secretKeyId)
    .join(",")
});

const variables: Readonly<Record<KeyVariable, true>> = {
  OAUTH_SIGNING_KEY: true,
  AUDIT_SIGNING_KEY: true,
  SECRET_KEY_BASE: true
};

/** Returns a setting with its value for a person; of a key, with the id. */
export const settingText = (name: string, value: string): string => {
  if (!Object.hasOwn(variables, name)) return `${name}=${value}`;
  return value === "" ? `no ${name}` : `${name} with the key id ${value.replaceAll(",", " and ")}`;
};
