import { typedText } from "./typedText.ts";

/**
 * Removes invisible characters, full-width forms, a leading `@` and trailing dots from the typed name of an account.
 */
export const cleanAccountName = (typed: string): string =>
  typedText(typed)
    .replace(/^[@\s]+/, "")
    .replace(/[.\s]+$/, "");
