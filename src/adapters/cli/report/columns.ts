import { wrapText } from "../help/wrapText.ts";

/** The title of a section of the help. */
export const heading = (title: string, colors: boolean): string => (colors ? `\u001b[1m${title}\u001b[0m` : title);

/** Rows of a label and a value, indented, with the values aligned. */
export const columns = (rows: ReadonlyArray<readonly [label: string, value: string]>): string => {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join("\n");
};

/** The maximum length of a line of help, in characters. */
export const helpWidth = 100;
const maxLabelLength = 30;

/** Like `columns`, with the values broken into lines; a label that is too long has a line of its own. */
export const wrappedColumns = (rows: ReadonlyArray<readonly [label: string, value: string]>): string => {
  const width = Math.min(maxLabelLength, Math.max(0, ...rows.map(([label]) => label.length)));
  const indent = " ".repeat(width + 4);
  return rows
    .map(([label, value]) => {
      const [first = "", ...more] = wrapText(value, helpWidth - indent.length);
      const head = label.length > width ? `  ${label}\n${indent}${first}` : `  ${label.padEnd(width)}  ${first}`;
      return [head, ...more.map((line) => indent + line)].join("\n");
    })
    .join("\n");
};
