import { TidemarkError } from "../TidemarkError.ts";

/** A login needs storage for its key and its tokens. */
export const storageUnavailable = (cause: unknown): TidemarkError =>
  new TidemarkError(
    "storage_unavailable",
    `The browser refuses storage to this page (${cause}), as in a private window, with blocked site data or a full disk. A login needs it; publicQuery works without.`,
    { cause }
  );
