import { access, constants, stat } from "node:fs/promises";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import type { Configuration } from "./Configuration.ts";
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "is not there: correct the path",
  ENOTDIR: "is not there: a part of its path is a file",
  EACCES: "may not be read by this user: change its permissions"
};

const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  return reasons[code] ?? `cannot be read (${code})`;
};

interface NamedPath {
  readonly variable: string;
  readonly example: string;
  readonly path: string | null;
  readonly isFolder: boolean;
}

/** What is wrong with a path that a variable names; null for nothing. */
const faultOf = ({ example, isFolder, path, variable }: NamedPath): Effect.Effect<string | null> => {
  if (path === null) return Effect.succeed(null);
  const line = (reason: string) => `${variable} ${path}: ${reason}; example: ${variable}=${example}`;
  return Effect.tryPromise({
    try: async () => {
      const found = await stat(path);
      if (isFolder && !found.isDirectory()) return line("is not a folder");
      await access(path, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
      return null;
    },
    catch: reasonOf
  }).pipe(Effect.catchAll((reason) => Effect.succeed(line(reason))));
};

/** Fails when a file or folder that the operator names cannot be read. What it holds is checked by its reader. */
export const checkPaths = Effect.fn("checkPaths")(function* ({
  lexiconDir,
  persistedDocuments
}: Pick<Configuration, "lexiconDir" | "persistedDocuments">): Effect.fn.Return<void, ConfigurationInvalid> {
  const faults = yield* Effect.forEach(
    [
      { variable: "LEXICON_DIR", example: "./lexicons", path: lexiconDir, isFolder: true },
      {
        variable: "PERSISTED_DOCUMENTS",
        example: "./persisted-documents.json",
        path: persistedDocuments,
        isFolder: false
      }
    ],
    faultOf
  );
  const problems = faults.filter((fault) => fault !== null);
  if (Arr.isNonEmptyReadonlyArray(problems)) return yield* new ConfigurationInvalid({ problems });
});
