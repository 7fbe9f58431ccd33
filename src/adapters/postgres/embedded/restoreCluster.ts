import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import { lockDataDir } from "./DataDirLock.ts";
import { clusterFolder, connectionTo } from "./EmbeddedPostgres.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { fileOperation } from "./fileOperation.ts";
import { giveFolder } from "./giveFolder.ts";
import { type Cluster, initializeCluster, syncFolder } from "./initializeCluster.ts";
import { prepareBinaries } from "./prepareBinaries.ts";
import { type RecoveryTarget, recoverySettings } from "./recoverySettings.ts";
import { runServer } from "./runServer.ts";
import { acceptsConnections, serverSocket } from "./ServerSocket.ts";
import { serverUser } from "./ServerUser.ts";
import { archiveSettings, prepareArchive } from "./walArchive.ts";

const occupied = (folder: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "FolderUnusable",
    message: `${folder} has a database already: move it away, and keep it until the restored one is checked`
  });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  );

/** Runs the server on the draft until it has recovered, and queries it. */
const recover = <A, E>(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  inspect: (url: Redacted.Redacted) => Effect.Effect<A, E>
): Effect.Effect<A, EmbeddedPostgresError | E> =>
  Effect.gen(function* () {
    const socket = yield* serverSocket(cluster);
    yield* runServer({ cluster, socket, settings });
    return yield* inspect(connectionTo(socket.host).url);
  }).pipe(Effect.scoped);

interface Restoring<A, E, F> {
  readonly dataDir: string;
  /** Where the server archives from now on, which includes the history of its new timeline; null for nowhere. */
  readonly archive: string | null;
  readonly target: RecoveryTarget;
  /** Unpacks the backup into an empty folder. */
  readonly unpack: (folder: string) => Effect.Effect<void, E>;
  /** Looks at the recovered database, before it takes its place. */
  readonly inspect: (url: Redacted.Redacted) => Effect.Effect<A, F>;
}

/**
 * Restores a base backup as the embedded database of a folder, and returns what `inspect` does. The database has its place
 * only after it has recovered; a failure leaves nothing. Fails if there is a database already.
 */
export const restoreCluster = <A, E, F>({
  archive,
  dataDir,
  inspect,
  target,
  unpack
}: Restoring<A, E, F>): Effect.Effect<A, EmbeddedPostgresError | E | F, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = clusterFolder(dataDir);
    yield* fileOperation(dataDir, () => mkdir(dataDir, { recursive: true }));
    yield* lockDataDir({ dataDir, purpose: "command", acceptsConnections: acceptsConnections(folder) });
    if (yield* Effect.promise(() => exists(folder))) return yield* occupied(folder);
    const user = yield* serverUser(folder);
    const draft = `${folder}.restored`;
    const cluster = { folder: draft, user, binaries: yield* prepareBinaries(user, dataDir) };
    const discard = Effect.promise(() => rm(draft, { recursive: true, force: true }));
    return yield* Effect.gen(function* () {
      yield* fileOperation(draft, async () => {
        await rm(draft, { recursive: true, force: true });
        await mkdir(draft, { mode: 0o700 });
      });
      yield* unpack(draft);
      yield* initializeCluster(cluster);
      yield* prepareArchive(archive, user);
      yield* fileOperation(draft, async () => {
        await writeFile(join(draft, "recovery.signal"), "");
        if (Option.isSome(user)) await giveFolder(draft, user.value);
      });
      const found = yield* recover(cluster, { ...archiveSettings(archive), ...recoverySettings(target) }, inspect);
      yield* fileOperation(folder, () => rename(draft, folder).then(() => syncFolder(dirname(folder))));
      return found;
    }).pipe(Effect.onError(() => discard));
  });
