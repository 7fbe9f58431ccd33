import { TidemarkError } from "./TidemarkError.ts";

/** Whatever fails, fails with a `TidemarkError`, but for what the caller aborts by `signal`. */
export const onlyTidemarkErrors = async <A>(run: () => Promise<A>, signal?: AbortSignal): Promise<A> => {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof TidemarkError || signal?.aborted) throw cause;
    throw new TidemarkError(
      "unexpected",
      `Unexpected: ${cause}. An argument may be of another type than documented, or this older than Chrome 94, Firefox 93, Safari 15 or Node 20.`,
      { cause }
    );
  }
};
