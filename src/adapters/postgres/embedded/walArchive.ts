import { access, chown, constants, mkdir } from "node:fs/promises";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { errnoOf } from "./fileOperation.ts";
import { isReachable } from "./isReachable.ts";
import type { ServerUser } from "./ServerUser.ts";

/** PostgreSQL replaces `%p` and other letters in these commands. `%%` stands for a percent sign. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;

/**
 * The command that compresses a segment into a folder. A segment has its name only when it is on disk. The same segment
 * may be archived twice, after a crash; another one of the same name is never replaced.
 */
const archiveCommand = (folder: string): string => {
  const file = `${quoted(folder)}/%f.gz`;
  const draft = `${quoted(folder)}/.%f.partial`;
  return `if test -e ${file}; then gzip -dc ${file} | cmp -s - %p; else gzip -1 -c %p > ${draft} && sync ${draft} && mv ${draft} ${file}; fi`;
};

/** Returns the command with which PostgreSQL reads a segment from an archive. */
export const restoreCommand = (folder: string): string => `gzip -dc ${quoted(folder)}/%f.gz > %p`;

/** Returns the settings of a server that archives its write-ahead log in a folder, at least every minute with changes. */
export const archiveSettings = (folder: string | null): Readonly<Record<string, string>> =>
  folder === null ? {} : { archive_mode: "on", archive_command: archiveCommand(folder), archive_timeout: "60s" };

const unusable = (folder: string, reason: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({ reason: "FolderNotWritable", message: `WAL_ARCHIVE ${folder} ${reason}` });

const create = (folder: string, user: Option.Option<ServerUser>) =>
  Effect.tryPromise({
    try: async () => {
      const created = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (created !== undefined && Option.isSome(user)) await chown(folder, user.value.uid, user.value.gid);
      await access(folder, constants.W_OK | constants.X_OK);
    },
    catch: (cause) => unusable(folder, `cannot be written to (${errnoOf(cause)}): let this user write there`)
  });

/** Creates the folder of an archive for the user of the server, and checks that this user can enter it. */
export const prepareArchive = (
  folder: string | null,
  user: Option.Option<ServerUser>
): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    if (folder === null) return;
    yield* create(folder, user);
    if (Option.isNone(user) || (yield* isReachable(folder, user.value))) return;
    return yield* unusable(
      folder,
      `cannot be entered by the user of the database (uid ${user.value.uid}): let it enter the folders above and own this one`
    );
  });
