import { generateSigningKey } from "../adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../adapters/jose/parseSigningKeys.ts";

/** How the configuration reads signing keys, and generates one for development. */
export const signingKeyReader = { parse: parseSigningKeys, generate: generateSigningKey };
