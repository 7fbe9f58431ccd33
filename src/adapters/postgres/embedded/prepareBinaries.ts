import { chmod, cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type EmbeddedPostgresError, notWritable } from "./EmbeddedPostgresError.ts";
import { errnoOf, fileOperation } from "./fileOperation.ts";
import { findBinaries, type Package } from "./findBinaries.ts";
import { isReachable } from "./isReachable.ts";
import { linkLibraries } from "./linkLibraries.ts";
import { runProgram, searchPath } from "./runProgram.ts";
import type { ServerUser } from "./ServerUser.ts";

/** Programs that the server's user can run: their folder, and the environment in which they find their libraries. */
export interface Binaries {
  readonly bin: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A folder that every user can read, unlike root's home. */
const systemFolder = "/var/lib/tidemark";

const inPlace = (native: string): Binaries => ({ bin: join(native, "bin"), environment: {} });

/** A library searches for others in the folder of its link, so the folder of the package must be searched as well. */
const linkedIn = (native: string, libraries: string): Binaries => ({
  bin: join(native, "bin"),
  environment: { LD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}` }
});

const linkNextToBinaries = (native: string, cache: string): Effect.Effect<Binaries, EmbeddedPostgresError> => {
  const libraries = join(cache, "postgresql-libraries");
  return linkLibraries(native, join(native, "lib")).pipe(
    Effect.as(inPlace(native)),
    Effect.catchIf(
      ({ reason }) => reason === "FolderNotWritable",
      () => Effect.as(linkLibraries(native, libraries), linkedIn(native, libraries))
    )
  );
};

const exists = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    stat(path).then(
      () => true,
      () => false
    )
  );

const moveUnlessThere = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((cause) =>
    ["EEXIST", "ENOTEMPTY"].includes(errnoOf(cause)) ? rm(from, { recursive: true }) : Promise.reject(cause)
  );

/** Fills the draft and then renames it, so that other processes see the complete copy or none. */
const fill = (draft: string, native: string, target: string): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    // An install script may have made the links already. Unless they are copied verbatim, they lead to the package.
    const options = { recursive: true, verbatimSymlinks: true, filter: (path: string) => !path.endsWith(".a") };
    yield* fileOperation(draft, () => cp(native, draft, options));
    yield* linkLibraries(draft, join(draft, "lib"));
    const opened = ["-R", "a+rX", draft];
    yield* runProgram({
      file: "chmod",
      arguments: opened,
      folder: "/",
      environment: { PATH: searchPath },
      user: {}
    }).pipe(Effect.mapError(({ message }) => notWritable(draft, message.trim())));
    yield* fileOperation(target, () => moveUnlessThere(draft, target));
  });

const copyOut = ({ native, version }: Package): Effect.Effect<Binaries, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const target = join(systemFolder, `postgresql-${version}`);
    yield* Effect.logInfo(`Its programs run from ${target}, because that user cannot enter ${native}`);
    if (yield* exists(target)) return yield* Effect.as(linkLibraries(target, join(target, "lib")), inPlace(target));
    const draft = yield* fileOperation(systemFolder, async () => {
      await mkdir(systemFolder, { recursive: true });
      await chmod(systemFolder, 0o755);
      return mkdtemp(`${target}.`);
    });
    const discard = Effect.promise(() => rm(draft, { recursive: true, force: true }));
    yield* fill(draft, native, target).pipe(Effect.onError(() => discard));
    return inPlace(target);
  });

/** Makes PostgreSQL's programs runnable for the server's user. Libraries are linked in `dataDir` if they cannot be in place. */
export const prepareBinaries = (
  user: Option.Option<ServerUser>,
  dataDir: string
): Effect.Effect<Binaries, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const found = yield* findBinaries;
    if (Option.isNone(user)) return yield* linkNextToBinaries(found.native, dataDir);
    const reachable = yield* isReachable(join(found.native, "bin", "postgres"), user.value);
    return yield* reachable ? linkNextToBinaries(found.native, systemFolder) : copyOut(found);
  });
