/** Control and format characters (bidirectional marks, joiners, byte order marks) and other invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Full-width forms of ASCII (U+FF01 to U+FF5E), as Japanese and Chinese keyboards type them. */
const fullWidth = /[\uff01-\uff5e]/g;

/** Alternatives to a dot in a domain name (UTS 46, section 4), and the small forms of dot and `@`. */
const dots = /[\u3002\uff61\ufe52]/g;
const smallAt = /\ufe6b/g;

const toAscii = (character: string): string => String.fromCharCode(character.charCodeAt(0) - 0xfee0);

const spaced = /[\t\n\v\f\r]/g;

/** Normalizes typed or pasted text: ASCII forms, no invisible characters, no surrounding white space. */
export const typedText = (typed: string): string =>
  typed
    .replace(spaced, " ")
    .replace(invisible, "")
    .replace(fullWidth, toAscii)
    .replace(dots, ".")
    .replace(smallAt, "@")
    .trim();
