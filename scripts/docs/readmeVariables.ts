import { readFileSync } from "node:fs";

/** A variable of the environment as README.md describes it. Texts are Markdown, with links from `docs/reference`. */
export interface ReadmeVariable {
  readonly name: string;
  readonly byDefault: string;
  readonly meaning: string;
}

/** The variables under one heading of README.md, with the paragraph above them; empty if there is none. */
export interface ReadmeGroup {
  readonly title: string;
  readonly introduction: string;
  readonly variables: ReadonlyArray<ReadmeVariable>;
}

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

const configuration = /\n## Configuration\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";

/** Links of README.md lead from the root of the repository. */
const fromReference = (text: string): string =>
  text.replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, path: string) =>
    path.startsWith("docs/") ? `](../${path.slice("docs/".length)})` : `](../../${path})`
  );

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** `HOST`, `PORT` with the defaults `127.0.0.1`, `8080` are two variables with one meaning. */
const variablesOf = (line: string, isMaximum: boolean): ReadonlyArray<ReadmeVariable> => {
  const [names = "", defaults = "", meaning = ""] = cellsOf(fromReference(line));
  const each = names.split(", ").map((name) => name.replaceAll("`", ""));
  const values = each.length === 1 ? [defaults] : defaults.split(", ");
  return each.map((name, at) => ({
    name,
    byDefault: values[at] ?? defaults,
    meaning: isMaximum ? `The maximum: ${meaning}` : meaning
  }));
};

const groupOf = (text: string): ReadmeGroup => {
  const [title = "", ...lines] = text.split("\n");
  const rows = lines.filter((line) => line.startsWith("| `"));
  const isMaximum = lines.some((line) => line.endsWith("| maximum |"));
  return {
    title,
    introduction: fromReference(
      lines
        .filter((line) => !line.startsWith("|"))
        .join("\n")
        .trim()
    ),
    variables: rows.flatMap((line) => variablesOf(line, isMaximum))
  };
};

/** The variables of the environment by the headings of README.md, which is where they are described. */
export const readmeGroups: ReadonlyArray<ReadmeGroup> = configuration.split("\n### ").slice(1).map(groupOf);
