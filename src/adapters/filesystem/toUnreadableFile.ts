import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";

const advice: Readonly<Record<string, string>> = {
  ENOENT: "does not exist: correct the path",
  EACCES: "may not be read by this user: change its permissions",
  EPERM: "may not be read by this user: change its permissions",
  ENOTDIR: "does not exist, because a part of its path is a file",
  ELOOP: "is a link that leads back to itself: remove it",
  EISDIR: "is a folder: its name must not end in .json"
};

/** Converts an error of the operating system to a fault of a file or folder. */
export const toUnreadableFile =
  (file: string) =>
  (cause: unknown): UnreadableFile => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    return { file, reason: advice[code] ?? `cannot be read (${code})` };
  };
