import { exits } from "../../src/adapters/cli/command/Command.ts";
import { commandErrors, graphqlErrors, oauthErrors } from "./errorCodes.ts";
import { table, tableCell } from "./tableCell.ts";

const sections = (codes: Readonly<Record<string, readonly [reason: string, remedy: string]>>): string =>
  Object.keys(codes)
    .toSorted()
    .map((code) => `### ${code}\n\n${(codes[code] ?? []).join(" ")}`)
    .join("\n\n");

/** Generates the page about every error code. A test finds codes that are missing. */
export const errorsPage = (): string =>
  `# Errors

Every error has a code for programs, and a message that says what is wrong, in which field, and what to
do. Codes do not change; messages may.

## GraphQL

The code is in \`extensions.code\` of the error. [What errors mean and what to
do](../apps.md#what-errors-mean-and-what-to-do) has them by situation. The SDK throws a
\`TidemarkError\`, whose [\`reason\`](../apps.md#handle-errors-of-the-sdk) groups them.

${sections(graphqlErrors)}

## OAuth

The code is in \`error\`, the message in \`error_description\`. [Handle OAuth
errors](../apps.md#handle-oauth-errors) says more.

${sections(oauthErrors)}

## Commands

A command that fails prints lines that begin with \`tidemark: \`, or with \`--json\` one object whose
\`error\` is the code.

${table(
  ["exit code", "meaning"],
  Object.entries(exits).map(([code, meaning]) => [code, tableCell(meaning)])
)}

${sections(commandErrors)}
`;
