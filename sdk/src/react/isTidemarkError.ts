import type { TidemarkError } from "../TidemarkError.ts";

/** Recognizes the error by its name: the client may come from another copy of this package, with a class of its own. */
export const isTidemarkError = (error: unknown): error is TidemarkError =>
  error instanceof Error && error.name === "TidemarkError";
