import { type Html, html } from "./Html.ts";

interface SuggestedAccount {
  readonly method: "get" | "post";
  readonly action: string;
  /** The other parameters to send, the same as those of the form above it. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>;
  /** The field that names the account. */
  readonly field: string;
  /** The handle or DID that was probably meant; null if unknown. */
  readonly suggestion: string | null;
}

/** A button that sends the account that the user probably meant. */
export const suggestionForm = ({ action, field, method, parameters, suggestion }: SuggestedAccount): Html | null =>
  suggestion === null
    ? null
    : html`<form method="${method}" action="${action}">
${[...parameters, [field, suggestion] as const].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="second">Use <bdi>${suggestion}</bdi></button>
</form>`;
