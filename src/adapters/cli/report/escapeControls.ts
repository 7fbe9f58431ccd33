/** Characters that would move the cursor of a terminal, or change its colours; lines and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A text that a terminal shows and does not obey: control characters as JSON escapes them. */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
