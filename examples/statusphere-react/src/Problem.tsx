import type { TidemarkError } from "tidemark-sdk";
import { explain } from "./explain.ts";

/** Always there, so that what appears in it is read aloud. */
export const Problem = ({ error }: { readonly error: TidemarkError | null }) => (
  <p className="problem" role="alert">
    {error !== null && explain(error)}
  </p>
);
