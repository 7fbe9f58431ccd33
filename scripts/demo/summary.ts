import { join } from "node:path";
import type { RunningDemo } from "./startDemo.ts";

const row = (name: string, value: string): string => `  ${name.padEnd(13)}${value}`;

const curl = (graphql: string): string => {
  const query =
    "{ xyzStatusphereStatus(first: 3) { edges { node { status actorHandle appNeutralActorProfileByDid { displayName } } } } }";
  return `  curl ${graphql} -H 'content-type: application/json' \\\n    -d '{"query":"${query}"}'`;
};

const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The line for a shell that makes the commands of the tour, and the command line, use this demo. */
export const exportLine = ({ dataDirectory, service }: Pick<RunningDemo, "dataDirectory" | "service">): string =>
  `export B=${service.url} DATA_DIR=${quoted(join(dataDirectory, "service"))}`;

/** The text for the user of a started demo: what to open, how to log in, and what to do next. */
export const summary = (demo: RunningDemo): string => {
  const { accounts, appUrl, clientId, dataDirectory, moved, pdsUrl, service } = demo;
  const setupToken = service.lines.map((line) => /setup token\s+(\S+)/.exec(line)?.[1]).find(Boolean);
  return [
    "",
    ...moved.flatMap((sentence) => [`!! ${sentence}`, ""]),
    `Open ${appUrl} and log in:`,
    "",
    ...accounts.map(({ handle, password }) => row(handle, `password ${password}`)),
    "",
    row("example app", appUrl),
    row("client id", clientId),
    row("service", service.url),
    row("GraphQL", `${service.url}/graphql`),
    row("docs", `${service.url}/docs`),
    row("settings", `${service.url}/settings`),
    ...(setupToken === undefined ? [] : [row("setup token", `${setupToken}  (for settings, once)`)]),
    row("PDS", pdsUrl),
    row("data, log", `${dataDirectory}, ${service.log}`),
    "",
    "In a second terminal, paste this line. The tour in README.md and every npx tidemark then use this demo:",
    "",
    `  ${exportLine(demo)}`,
    "",
    curl("$B/graphql"),
    "",
    "The service follows the PDS: what another client writes there appears in the app.",
    "Ctrl-C stops everything; the data is kept for the next run.",
    ""
  ].join("\n");
};
