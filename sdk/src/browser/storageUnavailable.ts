import { TidemarkError } from "../TidemarkError.ts";

/** The error when the browser provides no storage. A login needs storage for its key and tokens. */
export const storageUnavailable = (cause: unknown): TidemarkError =>
  new TidemarkError(
    "storage_unavailable",
    `The browser provides no storage for this page (${cause}): a private window, blocked site data or a full disk. Only publicQuery works without.`,
    { cause }
  );
