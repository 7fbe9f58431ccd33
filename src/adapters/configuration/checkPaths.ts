import { access, constants, stat } from "node:fs/promises";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import { traced } from "../../domain/failure/traced.ts";
import type { Configuration } from "./Configuration.ts";
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist: correct the path",
  ENOTDIR: "does not exist, because a part of its path is a file: correct the path",
  EACCES: "cannot be read by this user: change its permissions"
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

/** The problem with a path that a variable names; null if there is none. */
const faultOf = ({ example, isFolder, path, variable }: NamedPath): Effect.Effect<string | null> => {
  if (path === null) return Effect.succeed(null);
  const line = (reason: string) => `${variable} ${path}: ${reason}; example: ${variable}=${example}`;
  return Effect.tryPromise({
    try: async () => {
      const found = await stat(path);
      if (isFolder && !found.isDirectory()) return line("is not a folder: name a folder");
      await access(path, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
      return null;
    },
    catch: reasonOf
  }).pipe(Effect.catchAll((reason) => Effect.succeed(line(reason))));
};

/** Fails if a configured file or folder cannot be read. Its reader checks the content. */
export const checkPaths = traced("checkPaths")(function* ({
  jetstreamDictionary,
  lexiconDir,
  persistedDocuments
}: Pick<Configuration, "lexiconDir" | "persistedDocuments"> &
  Pick<Configuration["sync"], "jetstreamDictionary">): Effect.fn.Return<void, ConfigurationInvalid> {
  const faults = yield* Effect.forEach(
    [
      { variable: "LEXICON_DIR", example: "./lexicons", path: lexiconDir, isFolder: true },
      {
        variable: "PERSISTED_DOCUMENTS",
        example: "./persisted-documents.json",
        path: persistedDocuments,
        isFolder: false
      },
      {
        variable: "JETSTREAM_ZSTD_DICTIONARY",
        example: "./zstd_dictionary",
        path: jetstreamDictionary,
        isFolder: false
      }
    ],
    faultOf
  );
  const problems = faults.filter((fault) => fault !== null);
  if (Arr.isNonEmptyReadonlyArray(problems)) return yield* new ConfigurationInvalid({ problems });
});
