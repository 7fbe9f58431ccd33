/** Characters that move the cursor of a terminal or change its colours; line feeds and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Escapes control characters as JSON does, so that a terminal shows them instead of obeying them. */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
