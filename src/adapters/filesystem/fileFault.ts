/** What is wrong with a file or folder of Lexicons, as `InvalidLexicons` tells it. */
export interface FileFault {
  readonly file: string;
  readonly path: "";
  readonly reason: string;
}

const advice: Readonly<Record<string, string>> = {
  ENOENT: "is not there: correct the path",
  EACCES: "may not be read by this user: change its permissions",
  EPERM: "may not be read by this user: change its permissions",
  ENOTDIR: "is not there: a part of its path is a file",
  ELOOP: "is a link that leads back to itself: remove it",
  EISDIR: "is a folder: its name must not end in .json"
};

/** A fault of a file, in words. */
export const fileFault = (file: string, reason: string): FileFault => ({
  file,
  path: "",
  reason
});

/** A fault of a file that the operating system refused. */
export const systemFault =
  (file: string) =>
  (cause: unknown): FileFault => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    return fileFault(file, advice[code] ?? `cannot be read (${code})`);
  };
