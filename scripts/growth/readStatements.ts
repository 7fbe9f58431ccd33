import { readdir, readFile } from "node:fs/promises";

/** A query whose statement and plan are kept in `test/queries`. */
export interface KeptStatement {
  readonly name: string;
  readonly sql: string;
}

const statement = /^## Statement 1 of 1\n\n```sql\n(.*?)\n```$/ms;

/** Reads the statements of all snapshots, in the order of their names. */
export const readStatements = async (folder: URL): Promise<ReadonlyArray<KeptStatement>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  return Promise.all(
    names.map(async (name) => {
      const [, sql] = statement.exec(await readFile(new URL(name, folder), "utf8")) ?? [];
      if (sql === undefined) throw new Error(`${name} has no statement`);
      return { name: name.replace(/\.md$/, ""), sql };
    })
  );
};
