import { exits } from "../../src/adapters/cli/command/Command.ts";
import { commandErrorAnchor } from "../../src/adapters/cli/report/commandErrorAnchor.ts";
import { commandErrors, graphqlErrors, oauthErrors } from "./errorCodes.ts";
import { table, tableCell } from "./tableCell.ts";

type Codes = Readonly<Record<string, readonly [reason: string, remedy: string]>>;

const sections = (codes: Codes, before: (code: string) => string = () => ""): string =>
  Object.keys(codes)
    .toSorted()
    .map((code) => `${before(code)}### ${code}\n\n${(codes[code] ?? []).join(" ")}`)
    .join("\n\n");

/** Codes of commands have anchors of their own, because an OAuth error can have the same code. */
const ownAnchor = (code: string): string => `<a id="${commandErrorAnchor(code)}"></a>\n\n`;

/** Generates the page about every error code. A test finds codes that are missing. */
export const errorsPage = (): string =>
  `# Errors

Every error has a code for programs, and a message that says what is wrong, in which field, and what to
do. Codes do not change; messages may.

## GraphQL

The code is in \`extensions.code\` of the error, and \`extensions.documentation\` is the path of its
section here. [What errors mean and what to
do](../apps.md#what-errors-mean-and-what-to-do) has them by situation. The SDK throws a
\`TidemarkError\`, whose [\`reason\`](../apps.md#handle-errors-of-the-sdk) groups them.

${sections(graphqlErrors)}

## OAuth

The code is in \`error\`, the message in \`error_description\`, and the URL of its section here in
\`error_uri\`. [Handle OAuth
errors](../apps.md#handle-oauth-errors) says more.

${sections(oauthErrors)}

## Commands

A command that fails prints lines that begin with \`tidemark: \`, the last of which names its section
here. With \`--json\` it prints one object, whose \`error\` is the code, and whose \`documentation\` is the
URL of the section. Codes that are not listed are reasons of one command, whose message says what to do.

${table(
  ["exit code", "meaning"],
  Object.entries(exits).map(([code, meaning]) => [code, tableCell(meaning)])
)}

${sections(commandErrors, ownAnchor)}
`;
