import { diskFull, EmbeddedPostgresError, notWritable } from "./EmbeddedPostgresError.ts";

const errorPrefix = /^(?:FATAL|PANIC|initdb(?:: error)?|postgres(?:: error)?):\s*/;

/** Returns the line of a server's error output that says why it ended: the first error, otherwise the last line. */
const errorLine = (output: string): string => {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (lines.find((line) => errorPrefix.test(line)) ?? lines.at(-1) ?? "it printed no error").replace(
    errorPrefix,
    ""
  );
};

const unnamedUser = new EmbeddedPostgresError({
  reason: "NoUnprivilegedUser",
  message: `/etc/passwd has no user with uid ${process.getuid?.()}, which PostgreSQL requires: run as a user that it has, or set DATABASE_URL`
});

/** Returns the error for the operator that the error output of initdb or postgres on `folder` stands for. */
export const serverFailure = (folder: string, output: string): EmbeddedPostgresError => {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(folder);
  if (/Permission denied|Read-only file system|has wrong ownership/.test(output))
    return notWritable(folder, errorLine(output));
  if (output.includes("could not look up effective user ID")) return unnamedUser;
  return new EmbeddedPostgresError({
    reason: "StartFailed",
    message: `The embedded PostgreSQL does not start on ${folder}: ${errorLine(output)}`
  });
};
