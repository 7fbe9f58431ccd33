import { TidemarkError } from "./TidemarkError.ts";

/** Converts every failure to a `TidemarkError`, unless the caller aborted `signal`. */
export const onlyTidemarkErrors = async <A>(run: () => Promise<A>, signal?: AbortSignal): Promise<A> => {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof TidemarkError || signal?.aborted) throw cause;
    throw new TidemarkError(
      "unexpected",
      `Unexpected: ${cause}. Check the types of the arguments. Chrome 94, Firefox 93, Safari 15 or Node 20 is required.`,
      { cause }
    );
  }
};
