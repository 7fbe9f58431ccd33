import { exceptions } from "../../test/conformance/oauth/exceptions.ts";
import type { Outcome } from "../../test/conformance/oauth/runChecks.ts";

const groups: Readonly<Record<string, string>> = {
  AZ: "The authorization endpoint",
  CD: "Between the app and the PDS",
  RU: "Redirect URIs",
  AC: "Authorization codes",
  TE: "The token endpoint",
  CA: "How clients prove themselves",
  RT: "Refresh tokens",
  DP: "Proofs of possession",
  PA: "Pushed authorization requests",
  MD: "Metadata and keys",
  CO: "Other origins, headers, and what leaks",
  RV: "Revocation",
  IN: "Introspection",
  RG: "Registration"
};

const cell = (text: string): string => text.replaceAll("|", "\\|");

const resultOf = ({ error, id, status }: Outcome): string => {
  const exception = exceptions[id];
  if (status === "passed") return "passed";
  if (status === "failed") return exception === undefined ? "**failed**" : `exception: ${exception}`;
  return `not asked: ${error}`;
};

const introduction = `# Conformance

The security checks of the authorization server, each asked over public HTTP. \`npm run conformance\` starts the service (four
processes on one PostgreSQL, real PDSes) and asks them all; \`npm run conformance -- --target https://as.example.com\` asks another server
(\`--help\` tells what its operator gives: clients, and a way to log in). CI asks them all as tests, \`test/conformance/oauth\`.

What the numbers mean: a check passes when the server answers as it demands to everything in its table of cases. Races run
over all processes at once. Time passes by moving the clock of a process of its own. After all others CO-05 searches the databases, the logs,
the data folder and every error body for each secret that the suite saw, in seven encodings; a test plants one and sees it found.

This page is written by \`npm run conformance -- --docs\`.
`;

/** The page of the documentation: what is checked, and what came of it. */
export const conformancePage = (outcomes: ReadonlyArray<Outcome>): string => {
  const passed = outcomes.filter(({ status }) => status === "passed").length;
  const parts = Object.entries(groups).flatMap(([prefix, title]) => {
    const rows = outcomes.filter(({ id }) => id.startsWith(`${prefix}-`));
    if (rows.length === 0) return [];
    const lines = rows.map((outcome) => `| ${outcome.id} | ${cell(outcome.title)} | ${cell(resultOf(outcome))} |`);
    return [`\n## ${title}\n`, "| id | check | result |", "| --- | --- | --- |", ...lines];
  });
  return `${introduction}\n**${passed} of ${outcomes.length} passed.**\n${parts.join("\n")}\n`;
};
