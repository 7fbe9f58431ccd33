import { typedText } from "./typedText.ts";

/** The name of an account as it was typed, without invisible characters, full-width forms, leading `@` and trailing dots. */
export const cleanAccountName = (typed: string): string =>
  typedText(typed)
    .replace(/^[@\s]+/, "")
    .replace(/[.\s]+$/, "");
