import { foldCase } from "../record/query/foldCase.ts";

/**
 * Letters with a stroke or a ligature that Unicode does not decompose, as users without them on their keyboard type them. A
 * sharp s is left only of a capital one.
 */
const undecomposed: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  ß: "ss"
};

const withStroke = /[øłđħŧæœß]/g;

/**
 * What is not part of a folded word: marks that several scripts share, such as accents, and the Arabic ones; the points of
 * Hebrew; characters that are not visible by themselves, such as joiners and variation selectors; the tatweel of Arabic;
 * skin tones. The voiced sound marks of kana stay, and so do the vowel signs and tones of the scripts of South and
 * South-East Asia, because other words would result without them.
 */
const dropped =
  /(?![\u3099\u309A])[\p{M}&&\p{Script=Inherited}]|[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]|\p{Default_Ignorable_Code_Point}|\u0640|\p{Emoji_Modifier}/gv;

const isPlain = (text: string): boolean => /^[a-z0-9]*$/.test(text);

/**
 * Folds the case and the diacritics of a word, and compatible forms such as full-width letters. The result depends on no
 * language, and a word folds to itself once it is folded.
 */
export const foldWord = (word: string): string => {
  if (isPlain(word)) return word;
  return foldCase(word.normalize("NFKD"))
    .normalize("NFKD")
    .replace(dropped, "")
    .replace(withStroke, (letter) => undecomposed[letter] ?? letter)
    .normalize("NFC");
};
