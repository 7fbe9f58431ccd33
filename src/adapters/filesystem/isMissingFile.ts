/** Whether a file operation failed because there is no such file or folder. */
export const isMissingFile = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT";
