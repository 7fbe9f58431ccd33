import { fileURLToPath } from "node:url";
import type { SourceFile } from "typescript/unstable/ast";
import { createVirtualFileSystem, type FileSystem } from "typescript/unstable/fs";
import { API } from "typescript/unstable/sync";

const root = fileURLToPath(new URL("../../", import.meta.url));
const projects = ["src/domain", "src/application", "src/adapters", "src"];

type Use<A> = (path: string, file: SourceFile) => ReadonlyArray<A>;

/** A file is read while the API is open, and not after. */
const eachFile = <A>(cwd: string, configs: ReadonlyArray<string>, use: Use<A>, fs?: FileSystem): ReadonlyArray<A> => {
  const api = new API({ cwd, ...(fs && { fs }) });
  try {
    using snapshot = api.updateSnapshot({ openProjects: [...configs] });
    return snapshot.getProjects().flatMap(({ program, rootFiles }) =>
      rootFiles.flatMap((path) => {
        const file = program.getSourceFile(path);
        return file === undefined ? [] : use(path.slice(cwd.length), file);
      })
    );
  } finally {
    api.close();
  }
};

/** What is found in each file of `src`, as TypeScript reads it; paths are from the root of the project. */
export const eachSource = <A>(use: Use<A>): ReadonlyArray<A> =>
  eachFile(
    root,
    projects.map((project) => `${root}${project}/tsconfig.json`),
    use
  );

/** The same in one text. */
export const inText = <A>(text: string, use: Use<A>): ReadonlyArray<A> => {
  const config = JSON.stringify({ compilerOptions: { noLib: true, target: "es2024" }, files: ["one.ts"] });
  const files = createVirtualFileSystem({ "/text/tsconfig.json": config, "/text/one.ts": text });
  return eachFile("/text/", ["/text/tsconfig.json"], use, files);
};
