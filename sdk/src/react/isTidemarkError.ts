import type { TidemarkError } from "../TidemarkError.ts";

/** By its name: the client may come from another copy of this package, whose class is another one. */
export const isTidemarkError = (error: unknown): error is TidemarkError =>
  error instanceof Error && error.name === "TidemarkError";
