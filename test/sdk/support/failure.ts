import { expect } from "vitest";
import { TidemarkError } from "../../../sdk/src/TidemarkError.ts";

/** What something fails with; that it fails otherwise, or not at all, is a failure of the test. */
export const failure = async (attempt: Promise<unknown>): Promise<TidemarkError> => {
  const error: unknown = await attempt.then(
    () => "no failure",
    (reason: unknown) => reason
  );
  expect(error).toBeInstanceOf(TidemarkError);
  if (error instanceof TidemarkError) return error;
  throw error;
};
