import { chown, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { clusterAccess } from "./clusterAccess.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { fileOperation } from "./fileOperation.ts";
import type { Binaries } from "./prepareBinaries.ts";
import { runProgram } from "./runProgram.ts";
import type { ServerUser } from "./ServerUser.ts";
import { serverFailure } from "./serverFailure.ts";

export interface Cluster {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly user: Option.Option<ServerUser>;
}

const major = "18";

/** Text is ordered by its bytes, which is the same on every machine. Upper and lower case follow Unicode. */
const initialization = [
  ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"],
  ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
].flat();

const otherVersion = (folder: string, found: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "OtherVersion",
    message: `${folder} has data of PostgreSQL ${found}, but this Tidemark comes with ${major}: move it away, or run PostgreSQL ${found} on it and set DATABASE_URL`
  });

/** The kernel reports ENOENT if it does not find the program's loader, as on Alpine. */
const needsGlibc = new EmbeddedPostgresError({
  reason: "UnsupportedPlatform",
  message:
    "The embedded PostgreSQL needs a Linux with glibc, which Alpine does not have: use another image, or set DATABASE_URL"
});

const notEmpty = (folder: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "FolderUnusable",
    message: `${folder} has files but no PostgreSQL data (PG_VERSION is missing): restore it, or move it away to start empty`
  });

const versionOf = (folder: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(Effect.tryPromise(() => readFile(join(folder, "PG_VERSION"), "utf8")));

/** Makes a new name in a folder durable. */
export const syncFolder = (folder: string): Promise<void> =>
  open(folder).then((handle) => handle.sync().finally(() => handle.close()));

/** Creates a cluster. A start that is killed leaves only the draft, which the next start replaces. */
const create = ({ binaries, folder, user }: Cluster): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const draft = `${folder}.new`;
    yield* fileOperation(draft, async () => {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: 0o700 });
      if (Option.isSome(user)) await chown(draft, user.value.uid, user.value.gid);
    });
    const { dataFlag, ...access } = clusterAccess(draft, binaries, user);
    const file = join(binaries.bin, "initdb");
    yield* runProgram({ ...access, file, arguments: ["-D", dataFlag, ...initialization] }).pipe(
      Effect.mapError(({ code, message }) => (code === "ENOENT" ? needsGlibc : serverFailure(folder, message))),
      Effect.onError(() => Effect.promise(() => rm(draft, { recursive: true, force: true })))
    );
    yield* fileOperation(folder, () => rename(draft, folder).then(() => syncFolder(dirname(folder))));
  });

/** Creates the cluster on the first start, and syncs it to disk. On later ones it checks that this version can read it. */
export const initializeCluster = (cluster: Cluster): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const version = Option.map(yield* versionOf(cluster.folder), (text) => text.trim());
    if (Option.contains(version, major)) return;
    if (Option.isSome(version)) return yield* otherVersion(cluster.folder, version.value);
    const files = yield* Effect.promise(() => readdir(cluster.folder).catch(() => []));
    yield* files.length > 0 ? notEmpty(cluster.folder) : create(cluster);
  });
