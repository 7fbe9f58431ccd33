import { expect } from "vitest";
import { TidemarkError } from "../../../sdk/src/TidemarkError.ts";

/** Returns the `TidemarkError` of a rejected promise. Any other outcome fails the test. */
export const failure = async (attempt: Promise<unknown>): Promise<TidemarkError> => {
  const error: unknown = await attempt.then(
    () => "no failure",
    (reason: unknown) => reason
  );
  expect(error).toBeInstanceOf(TidemarkError);
  if (error instanceof TidemarkError) return error;
  throw error;
};
