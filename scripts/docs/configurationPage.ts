import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { describedSettings } from "../../src/adapters/configuration/describedSettings.ts";
import { loadConfiguration } from "../../src/adapters/configuration/loadConfiguration.ts";
import { generateAuditKey } from "../../src/adapters/crypto/auditKeys.ts";
import { generateSigningKey } from "../../src/adapters/jose/generateSigningKey.ts";
import { signingKeyReader } from "../../src/main/signingKeyReader.ts";
import { tableCell } from "./tableCell.ts";

const shown = (value: string | number | boolean | null): string =>
  value === null || value === "" ? "none" : `\`${String(value).replace(process.cwd(), ".")}\``;

/** Generates the page about every environment variable from the configuration and its values by default. */
export const configurationPage: Effect.Effect<string> = Effect.gen(function* () {
  // Without keys, a start in development would generate them. No key is shown.
  const keys = {
    OAUTH_SIGNING_KEY: Redacted.value(yield* generateSigningKey),
    AUDIT_SIGNING_KEY: Redacted.value(yield* generateAuditKey)
  };
  const defaults = yield* loadConfiguration(keys, signingKeyReader).pipe(Effect.orDie);
  const sections = describedSettings.map(({ description, name, secret, show }) => {
    const value = secret === true ? "It is a secret and never shown." : `By default: ${shown(show(defaults))}.`;
    return `## ${name}\n\n${tableCell(description)} ${value}`;
  });
  return `# Configuration

All configuration is through environment variables. Invalid values abort startup: for each, one line
names the variable, the reason and an example. An empty value means the default. Startup warns about a
variable whose name looks like a misspelling of one below.

[Configure for production](../operations.md#configure-for-production) says which of them a production
instance needs. The settings show the active values.

${sections.join("\n\n")}
`;
});
