import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";

/** The user that the server runs as, if it cannot run as the user of this process. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

interface Account extends ServerUser {
  readonly name: string;
}

const preferred = ["postgres", "nobody"];

const accounts: Effect.Effect<ReadonlyArray<Account>> = Effect.promise(() =>
  readFile("/etc/passwd", "utf8").catch(() => "")
).pipe(
  Effect.map((passwd) =>
    passwd.split("\n").flatMap((line) => {
      const [name = "", , uid, gid] = line.split(":");
      return Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    })
  )
);

const ownerOf = (folder: string): Effect.Effect<Option.Option<ServerUser>> =>
  Effect.option(Effect.tryPromise(() => stat(folder))).pipe(Effect.map(Option.map(({ gid, uid }) => ({ uid, gid }))));

/** Chooses a user. PostgreSQL refuses root, and initdb refuses users that are not in /etc/passwd. */
const unprivileged = (dataDir: string): Effect.Effect<ServerUser, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const all = yield* accounts;
    const owner = Option.getOrUndefined(yield* ownerOf(dataDir));
    const byOwner = all.filter(({ uid }) => uid === owner?.uid);
    const byName = preferred.flatMap((name) => all.filter((account) => account.name === name));
    const chosen = [...byOwner, ...byName, ...all][0];
    if (chosen === undefined) {
      return yield* new EmbeddedPostgresError({
        reason: "NoUnprivilegedUser",
        message: "This system has no user but root, as which PostgreSQL does not run: add one, or set DATABASE_URL"
      });
    }
    yield* Effect.logInfo(`The embedded PostgreSQL runs as user ${chosen.name}, because it refuses to run as root`);
    return { uid: chosen.uid, gid: chosen.gid };
  });

/**
 * Returns the user for the server on the data in `cluster`. None is the user of this process. For root it is the owner of the
 * data, or an unprivileged user.
 */
export const serverUser = (cluster: string): Effect.Effect<Option.Option<ServerUser>, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const own = process.getuid?.();
    const owner = yield* ownerOf(cluster);
    if (own === 0) {
      const unprivilegedOwner = Option.filter(owner, ({ uid }) => uid !== 0);
      return Option.some(
        yield* Option.match(unprivilegedOwner, { onNone: () => unprivileged(dirname(cluster)), onSome: Effect.succeed })
      );
    }
    if (Option.exists(owner, ({ uid }) => uid !== own)) {
      return yield* new EmbeddedPostgresError({
        reason: "FolderNotWritable",
        message: `${cluster} belongs to another user: start as root or as its owner, or change its owner with chown -R ${own}`
      });
    }
    return Option.none();
  });
