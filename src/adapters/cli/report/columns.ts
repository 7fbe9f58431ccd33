import { wrapText } from "../help/wrapText.ts";

/** Labels and values below each other, indented, the values in one column. */
export const columns = (rows: ReadonlyArray<readonly [label: string, value: string]>): string => {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join("\n");
};

/** The widest a line of help is. */
export const helpWidth = 100;
const widestLabel = 30;

/** Like `columns`, with values that are broken into lines; a label that is too long has a line of its own. */
export const wrappedColumns = (rows: ReadonlyArray<readonly [label: string, value: string]>): string => {
  const width = Math.min(widestLabel, Math.max(0, ...rows.map(([label]) => label.length)));
  const indent = " ".repeat(width + 4);
  return rows
    .map(([label, value]) => {
      const [first = "", ...more] = wrapText(value, helpWidth - indent.length);
      const head = label.length > width ? `  ${label}\n${indent}${first}` : `  ${label.padEnd(width)}  ${first}`;
      return [head, ...more.map((line) => indent + line)].join("\n");
    })
    .join("\n");
};
