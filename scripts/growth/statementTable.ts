import { type Access, accessesOf, type Reach, type Verdict, verdictOf } from "./judgeStatement.ts";
import type { KeptStatement } from "./readStatements.ts";

const reachText: Readonly<Record<Reach, string>> = {
  named: "the author or address in the request",
  "same-author": "the author of the row",
  "from-rows": "authors or addresses in rows",
  "all-for-rows": "references to rows",
  all: "something else",
  everywhere: "a copy on each node"
};

const verdictText: Readonly<Record<Verdict, string>> = {
  "one-shard": "one shard",
  "all-shards": "all shards, in one step",
  steps: "several steps, to known shards",
  "steps-over-all": "several steps, the later ones to all shards"
};

const describe = (accesses: ReadonlyArray<Access>): string => {
  const byReach = Map.groupBy(accesses, ({ reach }) => reach);
  return [...byReach]
    .map(
      ([reach, found]) => `${[...new Set(found.map(({ table }) => `\`${table}\``))].join(", ")} by ${reachText[reach]}`
    )
    .join("; ");
};

const row = ({ name, sql }: KeptStatement): string => {
  const accesses = accessesOf(sql);
  return `| [\`${name}\`](../test/queries/${name}.md) | ${describe(accesses)} | ${verdictText[verdictOf(accesses)]} |`;
};

/** Returns the table that judges each statement, and one with how many there are of each kind, in Markdown. */
export const statementTable = (statements: ReadonlyArray<KeptStatement>): string => {
  const verdicts = Map.groupBy(statements, ({ sql }) => verdictOf(accessesOf(sql)));
  const counts = (["one-shard", "all-shards", "steps", "steps-over-all"] as const).map(
    (verdict) => `| ${verdictText[verdict]} | ${verdicts.get(verdict)?.length ?? 0} |`
  );
  return [
    "| how Citus would run it | statements |",
    "| --- | --- |",
    ...counts,
    "",
    "| statement | how it finds the rows of each table | with Citus |",
    "| --- | --- | --- |",
    ...statements.map(row)
  ].join("\n");
};
