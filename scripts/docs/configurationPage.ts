import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { describedSettings } from "../../src/adapters/configuration/describedSettings.ts";
import { loadConfiguration } from "../../src/adapters/configuration/loadConfiguration.ts";
import { generateAuditKey } from "../../src/adapters/crypto/auditKeys.ts";
import { generateSigningKey } from "../../src/adapters/jose/generateSigningKey.ts";
import { signingKeyReader } from "../../src/main/signingKeyReader.ts";
import { type ReadmeGroup, readmeGroups } from "./readmeVariables.ts";

type Value = string | number | boolean | null;

/** A value by default that README.md writes as one word or number, which has to be that of the configuration. */
const literal = /^`([\w.-]+)`$/;

const checkDefault = (name: string, written: string, value: Value | undefined): void => {
  const [, stated] = literal.exec(written) ?? [];
  if (stated !== undefined && stated !== String(value))
    throw new Error(
      `README.md says that ${name} is ${stated} by default, but it is ${String(value)}: correct README.md`
    );
};

const sectionOf = ({ introduction, title, variables }: ReadmeGroup): string =>
  [
    `## ${title}`,
    ...(introduction === "" ? [] : [introduction]),
    ...variables.map(({ byDefault, meaning, name }) => `### ${name}\n\n${meaning}. By default: ${byDefault}.`)
  ].join("\n\n");

/** Generates the page about every environment variable from README.md, whose defaults it compares with the code. */
export const configurationPage: Effect.Effect<string> = Effect.gen(function* () {
  // Without keys, a start in development would generate them. No key is shown.
  const keys = {
    OAUTH_SIGNING_KEY: Redacted.value(yield* generateSigningKey),
    AUDIT_SIGNING_KEY: Redacted.value(yield* generateAuditKey)
  };
  const defaults = yield* loadConfiguration(keys, signingKeyReader).pipe(Effect.orDie);
  const values = new Map(describedSettings.map(({ name, show }) => [name, show(defaults)]));
  for (const { byDefault, name } of readmeGroups.flatMap(({ variables }) => variables))
    checkDefault(name, byDefault, values.get(name));
  return `# Configuration

All configuration is through environment variables. Invalid values abort startup: for each, one line
names the variable, the reason and an example. An empty value means the default. Startup warns about a
variable whose name looks like a misspelling of one below.

[Configure for production](../operations.md#configure-for-production) says which of them a production
instance needs. The settings show the active values.

${readmeGroups.map(sectionOf).join("\n\n")}
`;
});
