import * as Redacted from "effect/Redacted";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { followedSource } from "../../adapters/configuration/followedSource.ts";

const database = ({ databaseUrl, dataDir }: Configuration): string =>
  databaseUrl === null ? `embedded PostgreSQL in ${dataDir}` : "PostgreSQL at DATABASE_URL";

const liveSync = ({ sync }: Configuration): string => {
  const source = followedSource(sync);
  return source === null ? "off (SYNC_SOURCE is not set)" : `${source.kind} at ${source.address}`;
};

const processes = ({ workers }: Configuration): ReadonlyArray<string> =>
  workers === 1 ? [] : [`  workers        ${workers} for requests, 1 for background jobs`];

const set = (token: Redacted.Redacted | null): ReadonlyArray<string> =>
  token === null
    ? []
    : [
        "",
        `  setup token    ${Redacted.value(token)}`,
        "                 first admin: enter it at /settings within 24 hours, then sign in with your account"
      ];

/** The text for the operator when the service is ready: its URLs, its database, and the setup token if there is no admin. */
export const banner = (version: string, configuration: Configuration, setupToken: Redacted.Redacted | null): string =>
  [
    "",
    `Tidemark ${version} is ready.`,
    "",
    `  service        ${configuration.baseUrl}`,
    `  GraphQL        ${configuration.baseUrl}/graphql`,
    `  settings       ${configuration.baseUrl}/settings`,
    `  database       ${database(configuration)}`,
    `  for PDSes      ${configuration.upstreamClient === "loopback" ? "loopback client (development)" : "confidential client"}`,
    `  live sync      ${liveSync(configuration)}`,
    ...processes(configuration),
    ...set(setupToken),
    "",
    "  Ctrl-C stops it.",
    ""
  ].join("\n");
