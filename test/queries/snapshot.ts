/** What is kept of a query that was asked. */
export interface Asked {
  /** As it was answered. */
  readonly answer: string;
  readonly statements: ReadonlyArray<{ readonly sql: string; readonly plan: ReadonlyArray<string> }>;
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

/** Short values stay on one line. */
const shown = (value: unknown, indent = ""): string => {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length + indent.length <= 110) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => `${inner}${shown(item, inner)}`)
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${shown(member, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
};

/** The rules by which words were found depend on the version of Node.js. */
const withoutMarkers = (sql: string): string => sql.replaceAll(/'[\w-]{8}\.' \|\| right/g, "'…' || right");

/** The snapshot of a query as a text for people, who read in a diff what a change does to it. */
export const snapshot = ({ answer, statements }: Asked, lines: (sql: string) => string): string => {
  const parts = statements.map(({ sql, plan }, at) =>
    [
      `## Statement ${at + 1} of ${statements.length}\n`,
      block("sql", withoutMarkers(lines(sql))),
      `## Plan of statement ${at + 1}\n`,
      block("text", plan.join("\n"))
    ].join("\n")
  );
  return ["## Answer\n", block("json", shown(JSON.parse(answer))), ...parts].join("\n");
};
