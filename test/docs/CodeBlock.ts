import { readCodeInfo } from "../../src/adapters/http/docs/CodeInfo.ts";
import { listDocsFiles, readDocsFile } from "../../src/adapters/http/docs/DocsFile.ts";

/** A fenced block of the documentation. */
export interface CodeBlock {
  readonly page: string;
  /** The line of the opening backticks, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly code: string;
  /** Code that the reader has already, from a comment before the block that begins with `given`. */
  readonly given: string;
  /** Why the block is not checked, from a comment before it that begins with `not checked:`; null if it is checked. */
  readonly notChecked: string | null;
}

const fenced =
  /(?:<!-- (?<comment>(?:given|not checked:)[\s\S]*?) ?-->\n+)?^(?<indent> *)```(?<info>[^\n]*)\n(?<code>[\s\S]*?)^\k<indent>```$/gm;

const blocksOf = (page: string, source: string): ReadonlyArray<CodeBlock> =>
  [...source.matchAll(fenced)].map(({ 0: whole, groups = {}, index }) => {
    const { code = "", comment = "", indent = "", info = "" } = groups;
    const start = index + whole.indexOf("```");
    return {
      ...readCodeInfo(info),
      page,
      line: source.slice(0, start).split("\n").length,
      code: code.replace(new RegExp(`^${indent}`, "gm"), ""),
      given: comment.startsWith("given") ? comment.slice("given".length).trim() : "",
      notChecked: comment.startsWith("not checked:") ? comment.slice("not checked:".length).trim() : null
    };
  });

/** Returns all fenced blocks of the documentation in the order of the pages; generated pages have tests of their own. */
export const codeBlocks = async (): Promise<ReadonlyArray<CodeBlock>> => {
  const pages = (await listDocsFiles()).filter(({ path }) => path !== "CHANGELOG.md" && path !== "docs/commands.md");
  const found = await Promise.all(pages.map(async ({ path }) => blocksOf(path, await readDocsFile(path))));
  return found.flat();
};

/** The place of a block, for messages. */
export const placeOf = ({ line, page }: CodeBlock): string => `${page}:${line}`;
