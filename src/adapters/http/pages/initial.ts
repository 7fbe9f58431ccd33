import { type Html, html } from "./Html.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const firstOf = (name: string): string => {
  const [first] = graphemes.segment(name.trim().replace(/^@/, ""));
  return first === undefined ? "?" : first.segment.toLocaleUpperCase("en");
};

/** Returns the first letter of a name as a picture. The logo of an app is never shown: it could imitate another app. */
export const initial = (name: string): Html => html`<span class="initial" aria-hidden="true">${firstOf(name)}</span>`;
