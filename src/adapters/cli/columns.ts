/** Labels and values below each other, indented, the values in one column. */
export const columns = (rows: ReadonlyArray<readonly [label: string, value: string]>): string => {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join("\n");
};
