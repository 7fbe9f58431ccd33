import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { viewer } from "./dataSet.ts";
import { deepCursor } from "./deepCursor.ts";

/** A query of this folder, and what it is asked with. */
export interface QueryCase {
  readonly name: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewerDid: Did | null;
}

/** A comment of a document that says what it is asked with: `# variables: {…}`, `# cursor: <variable>`, `# viewer`. */
const said = (document: string, what: string): string | undefined =>
  new RegExp(`^# ${what}(?:: (.*))?$`, "m").exec(document)?.slice(1).join("");

const readCase = async (folder: string, file: string): Promise<QueryCase> => {
  const document = await readFile(join(folder, file), "utf8");
  const cursor = said(document, "cursor");
  return {
    name: file.replace(/\.graphql$/, ""),
    document,
    variables: { ...JSON.parse(said(document, "variables") ?? "{}"), ...(cursor && { [cursor]: deepCursor }) },
    viewerDid: said(document, "viewer") === undefined ? null : viewer
  };
};

/** Every `.graphql` file of a folder, in the order of their names. */
export const readCases = async (folder: string): Promise<ReadonlyArray<QueryCase>> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".graphql"));
  return Promise.all(files.sort().map((file) => readCase(folder, file)));
};
