import { join } from "node:path";
import type { RunningDemo } from "./startDemo.ts";

const row = (name: string, value: string): string => `  ${name.padEnd(13)}${value}`;

const curl = (graphql: string): string => {
  const query =
    "{ xyzStatusphereStatus(first: 3) { edges { node { status actorHandle appNeutralActorProfileByDid { displayName } } } } }";
  return `  curl ${graphql} -H 'content-type: application/json' \\\n    -d '{"query":"${query}"}'`;
};

/** The text for the user of a started demo: what to open, how to log in, and what to do next. */
export const summary = ({ accounts, appUrl, clientId, dataDirectory, pdsUrl, service }: RunningDemo): string => {
  const setupToken = service.lines.map((line) => /setup token\s+(\S+)/.exec(line)?.[1]).find(Boolean);
  return [
    "",
    `Open ${appUrl} and log in:`,
    "",
    ...accounts.map(({ handle, password }) => row(handle, `password ${password}`)),
    "",
    row("example app", appUrl),
    row("client id", clientId),
    row("service", service.url),
    row("GraphQL", `${service.url}/graphql`),
    row("settings", `${service.url}/settings`),
    ...(setupToken === undefined ? [] : [row("setup token", `${setupToken}  (for settings, once)`)]),
    row("PDS", pdsUrl),
    row("commands", `DATA_DIR=${join(dataDirectory, "service")} npx tidemark --help`),
    row("data, log", `${dataDirectory}, ${service.log}`),
    "",
    curl(`${service.url}/graphql`),
    "",
    "The service follows the PDS: what another client writes there appears in the app.",
    "Ctrl-C stops everything; the data is kept for the next run.",
    ""
  ].join("\n");
};
