import { stripTypeScriptTypes } from "node:module";
import { posix } from "node:path";
import { isStripped } from "./packagedFiles.ts";

/** A string that could be the path of a module. */
const paths = /"([^"\n]+\.ts)"/g;

/** Returns the code with the paths of modules, relative to its own, replaced by those that they have in the package. */
export const renameModules = (path: string, code: string, isFile: (path: string) => boolean): string =>
  code.replace(paths, (quoted, named: string) => {
    const target = posix.join(posix.dirname(path), named);
    return isFile(target) && isStripped(target) ? `"${named.replace(/\.ts$/, ".js")}"` : quoted;
  });

/**
 * Returns a module as JavaScript. Types become spaces, so that lines and columns of errors are those of the source. Node.js
 * does not do this itself for a package: it strips no types in `node_modules`.
 */
export const stripModule = (path: string, code: string, isFile: (path: string) => boolean): string =>
  renameModules(path, stripTypeScriptTypes(code, { mode: "strip" }), isFile);
