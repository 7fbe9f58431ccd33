import type { TidemarkError } from "tidemark-sdk";
import { explain } from "./explain.ts";

/** Always rendered, so that screen readers announce its text when it changes. */
export const Problem = ({ error }: { readonly error: TidemarkError | null }) => (
  <p className="problem" role="alert">
    {error !== null && explain(error)}
  </p>
);
