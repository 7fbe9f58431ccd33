import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";

const database = ({ databaseUrl, dataDir }: Configuration): string =>
  databaseUrl === null ? `embedded PostgreSQL in ${dataDir}` : "the one of DATABASE_URL";

const set = (token: Redacted.Redacted | null): ReadonlyArray<string> =>
  token === null
    ? []
    : [
        "",
        `  set-up token   ${Redacted.value(token)}`,
        "                 for the first admin: lets one in at /settings, within 24 hours, to sign in with an account"
      ];

/** What the operator reads when the service is ready: where it is, where its data is, and how to begin. */
export const banner = (version: string, configuration: Configuration, setupToken: Redacted.Redacted | null): string =>
  [
    "",
    `Tidemark ${version} is ready.`,
    "",
    `  service        ${configuration.baseUrl}`,
    `  GraphQL        ${configuration.baseUrl}/graphql`,
    `  settings       ${configuration.baseUrl}/settings`,
    `  database       ${database(configuration)}`,
    `  toward PDSes   ${configuration.upstreamClient === "loopback" ? "loopback client (development)" : "confidential client"}`,
    ...set(setupToken),
    "",
    "  Ctrl-C stops it.",
    ""
  ].join("\n");
