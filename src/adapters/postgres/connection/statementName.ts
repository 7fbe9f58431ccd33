/** What a statement does, and the first table that it names; null if it names none. */
interface StatementName {
  readonly operation: string;
  readonly table: string | null;
}

/** The first word of a statement. */
const operations = /^\s*(select|insert|update|delete|merge|with|call|create|drop|alter|analyze|set|notify)\b/i;

/** A table, with or without its schema and quotes. */
const tables =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|from|join)\s+(?:"?[a-z_][a-z0-9_]*"?\.)?"?([a-z_][a-z0-9_]{0,62})\b/i;

/** Names a statement by its operation and its first table. Values are parameters, which are not in its text. */
export const statementName = (text: string): StatementName => ({
  operation: (operations.exec(text)?.[1] ?? "other").toUpperCase(),
  table: tables.exec(text)?.[1] ?? null
});
