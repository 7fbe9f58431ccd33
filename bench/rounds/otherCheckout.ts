import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";

const run = promisify(execFile);

const root = fileURLToPath(new URL("../../", import.meta.url));

const git = (...args: ReadonlyArray<string>) => run("git", ["-C", root, ...args]);

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false
  );

/** Links the packages of this checkout if the other one asks for the same, and installs them otherwise. */
const install = async (folder: string): Promise<void> => {
  const [own, other] = await Promise.all(
    [root, folder].map((each) => readFile(join(each, "package-lock.json"), "utf8"))
  );
  if (own === other) return symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
};

const checkOut = async (commit: string): Promise<string> => {
  await git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`).catch(() => {
    throw new Error(`--against must be a commit or the folder of a checkout; ${commit} is neither`);
  });
  const folder = join(await mkdtemp(join(tmpdir(), "tidemark-bench-")), "other");
  await git("worktree", "add", "--detach", folder, commit);
  await install(folder);
  return folder;
};

const remove = async (folder: string): Promise<void> => {
  await git("worktree", "remove", "--force", folder);
  await rm(join(folder, ".."), { recursive: true, force: true });
};

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** Returns another version of the service, which `--against` names: the folder of a checkout, or a commit that is checked out for the scope. */
export const otherCheckout = (given: string): Effect.Effect<URL, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = resolve(given);
    if (yield* Effect.promise(() => isFolder(folder))) return pathToFileURL(`${folder}/`);
    const checkedOut = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => checkOut(given), catch: asError }),
      (made) => Effect.promise(() => remove(made))
    );
    return pathToFileURL(`${checkedOut}/`);
  });
