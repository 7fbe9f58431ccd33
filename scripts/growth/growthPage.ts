import { readFile } from "node:fs/promises";
import { assumptionList, capacityTable, costTable } from "./capacityTable.ts";
import { readStatements } from "./readStatements.ts";
import { statementTable } from "./statementTable.ts";

const root = new URL("../../", import.meta.url);

/** The page that has generated parts. */
export const growthFile = new URL("docs/growth.md", root);

/** Replaces what is between the comments `<!-- name -->` and `<!-- end of name -->`. */
const replacePart = (page: string, name: string, text: string): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/growth.md needs ${begin} and, after it, ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
};

/** Returns the page with its generated parts as they have to be. */
export const growthPage = async (): Promise<string> => {
  const parts = {
    capacity: capacityTable([1e6, 1e7, 1e8]),
    assumptions: assumptionList(),
    costs: costTable(),
    statements: statementTable(await readStatements(new URL("test/queries/", root)))
  };
  const page = await readFile(growthFile, "utf8");
  return Object.entries(parts).reduce((text, [name, part]) => replacePart(text, name, part), page);
};
