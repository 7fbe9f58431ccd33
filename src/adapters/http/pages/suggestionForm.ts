import { type Html, html } from "./Html.ts";

export interface SuggestedAccount {
  readonly method: "get" | "post";
  readonly action: string;
  /** What is sent along, as the form above it sends it. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>;
  /** The field that names the account. */
  readonly field: string;
  /** The handle or DID that was probably meant; null when it is not known. */
  readonly suggestion: string | null;
}

/** Offers what somebody probably meant, as a button that sends it. */
export const suggestionForm = ({ action, field, method, parameters, suggestion }: SuggestedAccount): Html | null =>
  suggestion === null
    ? null
    : html`<form method="${method}" action="${action}">
${[...parameters, [field, suggestion] as const].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="second">Use <bdi>${suggestion}</bdi></button>
</form>`;
