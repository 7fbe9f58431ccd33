import type { SigningKeyReader } from "../adapters/configuration/SigningKeyReader.ts";
import { generateAuditKey, parseAuditKeys } from "../adapters/crypto/auditKeys.ts";
import { generateSigningKey } from "../adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../adapters/jose/parseSigningKeys.ts";

/** Reads and generates the signing keys of the configuration. */
export const signingKeyReader: SigningKeyReader = {
  parse: parseSigningKeys,
  generate: generateSigningKey,
  audit: { parse: parseAuditKeys, generate: generateAuditKey }
};
