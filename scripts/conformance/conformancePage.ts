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

What they do not show, and where it is shown otherwise:

- Ten thousand distinct codes (AC-01), a nonce of the window before, old nonces and restarts (DP-13), and what a valid nonce does to the bounds of
  \`iat\` (DP-15) are tests of the parts, \`test/adapters/crypto\` and \`test/domain/dpop\`. AC-01 itself looks at five codes.
- Keys in rotation (MD-05) are \`test/adapters/http/oauth/keyRotation.test.ts\`; the check reads the published set.
- No proxy that ends TLS stands in front (DP-11): the requests claim hosts, as one that is not trusted would.
- Streams (DP-20) are not asked, since there are none. Exports and traces (CO-05) are not searched, since there are none.
- RG-10 kills a process and reads the registry back after the replay; it does not compare whole projections.
- The times of CA-02 are compared coarsely, 10 ms and a factor of three: it shows no gross difference, and no more than that.
- DP-21 runs the service's own code, since nothing on the wire can be dated 2019.
- That tokens of a PDS are given back when somebody else signed in than was named (CD-09) is \`test/hostile\`.

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
