import { TidemarkError } from "../TidemarkError.ts";

/** A login needs a place for its key and its tokens. */
export const storageUnavailable = (cause: unknown): TidemarkError =>
  new TidemarkError(
    "storage_unavailable",
    "This browser keeps nothing for this page, so that nobody can be logged in: a private window, blocked site data, or no room. Ask for another window, or for site data to be allowed; publicQuery works without.",
    { cause }
  );
