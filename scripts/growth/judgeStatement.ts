/** How the rows of a table are found by a statement, if the table were distributed by the author of its rows. */
export type Reach =
  /** By an author or an address that the request names. */
  | "named"
  /** Of the author of a row that the same shard has just read. */
  | "same-author"
  /** By authors or addresses in rows that were read before, each on a shard of its own. */
  | "from-rows"
  /** By something else than the author, for each row that was read before. */
  | "all-for-rows"
  /** By something else than the author. */
  | "all"
  /** In a table that every node has. */
  | "everywhere";

export interface Access {
  readonly table: string;
  readonly reach: Reach;
}

/** What Citus would make of a statement. */
export type Verdict = "one-shard" | "all-shards" | "steps" | "steps-over-all";

/** Small tables without an author. Citus keeps a copy on each node (reference tables). */
const everywhere: ReadonlySet<string> = new Set(["record_counts", "label_definitions", "words"]);

const tableLine =
  /^(\s*)from tidemark(?:_records)?\.("?)(\w+)\2 (\w+)(?: (?:left )?join tidemark(?:_records)?\.("?)(\w+)\5 \w+(?: on (.*))?)?$/;

const isOfTable = (line: string): boolean => /\btidemark(?:_records)?\.(?!require_words\b)/.test(line);

/** Returns the name of a table as people know it: tables of records have a hash at the end. */
const shownName = (name: string): string =>
  name
    .replace(/_[0-9a-f]{16}(?=$|_refs$)/, "")
    .replace(/^test_/, "records of ")
    .replace(/^records (.*)_refs$/, "references $1");

const reachOf = (alias: string, condition: string): Reach => {
  const by = (pattern: string): boolean => new RegExp(pattern.replaceAll("@", `\\b${alias}`)).test(condition);
  if (by(String.raw`@\.(?:did|uri) = \$\d`)) return "named";
  if (by(String.raw`@\.did in \($`)) return "named";
  if (
    by(String.raw`@\.(?:did|uri) = (?:t|r|'at:\/\/' \|\| r)\b`) ||
    by(String.raw`@\.uri (?:in \(t\.uri, t\.did\)|= @\.did)`)
  )
    return "same-author";
  if (by(String.raw`@\.(?:did|uri) (?:=|in) \(?[pu]\.`) || by(String.raw`@\.uri in \($`)) return "from-rows";
  return /[pr]\.c\d+/.test(condition) ? "all-for-rows" : "all";
};

/** Returns the condition on the rows of a subquery in the lines after it, whose rows are named `t`. */
const outerCondition = (lines: ReadonlyArray<string>, indent: string): string =>
  lines.find((line) => /^\s*where t\./.test(line) && !line.startsWith(indent)) ?? "";

/** References from lists are found by what they refer to, unless the statement names their author too. */
const reachOfReferences = (condition: string): Reach => (/\bt\.did = \$\d/.test(condition) ? "named" : "all-for-rows");

const reachOfJoined = (on: string): Reach => {
  if (/\.did = \$\d/.test(on)) return "named";
  return /\.uri = \w+\.uri$/.test(on) ? "same-author" : "from-rows";
};

/** The table that a line begins to read, and the one that it joins. */
const accessesIn = (lines: ReadonlyArray<string>, at: number): ReadonlyArray<Access> => {
  const line = lines[at] ?? "";
  const found = tableLine.exec(line);
  if (found === null) {
    if (isOfTable(line)) throw new Error(`The statement reads a table in a way that is not known: ${line.trim()}`);
    return [];
  }
  const next = lines[at + 1] ?? "";
  const [, indent = "", , name = "", alias = "", , joined, on = next] = found;
  const condition = next.startsWith(`${indent}where `) ? next : "";
  const reach = name.endsWith("_refs")
    ? reachOfReferences(outerCondition(lines.slice(at + 1), indent))
    : reachOf(alias, condition);
  const first: Access = { table: shownName(name), reach: everywhere.has(name) ? "everywhere" : reach };
  if (joined === undefined) return [first];
  return [first, { table: shownName(joined), reach: reachOfJoined(on) }];
};

/** Returns how a statement in lines, as the snapshots of queries have it, finds the rows of each of its tables. */
export const accessesOf = (sql: string): ReadonlyArray<Access> => {
  const lines = sql.split("\n");
  return lines.flatMap((_, at) => accessesIn(lines, at));
};

/** Returns what Citus would make of a statement with these accesses. */
export const verdictOf = (accesses: ReadonlyArray<Access>): Verdict => {
  const reaches = new Set(accesses.map(({ reach }) => reach));
  if (reaches.has("all-for-rows")) return "steps-over-all";
  if (reaches.has("from-rows")) return "steps";
  return reaches.has("all") ? "all-shards" : "one-shard";
};
