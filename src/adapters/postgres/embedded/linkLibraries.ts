import { mkdir, readFile, readlink, stat, symlink, unlink } from "node:fs/promises";
import { basename, isAbsolute, join, relative } from "node:path";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type EmbeddedPostgresError, notWritable } from "./EmbeddedPostgresError.ts";
import { errnoOf, fileOperation } from "./fileOperation.ts";

const Links = Schema.parseJson(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })));

/** The paths in the list begin with this folder. */
const listRoot = "native";

const resolves = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  );

const ignoring = (code: string) => (cause: unknown) => (errnoOf(cause) === code ? undefined : Promise.reject(cause));

/** Whether there is a link that leads to a file, and not by an absolute path, which may lead out of a copy. */
const isUsable = async (path: string): Promise<boolean> =>
  (await resolves(path)) && !isAbsolute(await readlink(path).catch(() => ""));

/** Creates a link, unless a usable one exists. Two processes may do so at the same time. */
const ensureLink = async (path: string, target: string): Promise<void> => {
  if (await isUsable(path)) return;
  await unlink(path).catch(ignoring("ENOENT"));
  await symlink(target, path).catch(ignoring("EEXIST"));
};

/**
 * Creates, in `folder`, the links by which the shared libraries of `native` find each other. npm packages cannot contain links,
 * so the package lists them in pg-symlinks.json, for an install script that this project does not run.
 */
export const linkLibraries = (native: string, folder: string): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const list = yield* fileOperation(native, () => readFile(join(native, "pg-symlinks.json"), "utf8"));
    const links = yield* Schema.decode(Links)(list).pipe(
      Effect.mapError(() => notWritable(native, "pg-symlinks.json is damaged"))
    );
    yield* fileOperation(folder, async () => {
      await mkdir(folder, { recursive: true });
      for (const { source, target } of links) {
        await ensureLink(join(folder, basename(target)), relative(folder, join(native, relative(listRoot, source))));
      }
    });
  });
