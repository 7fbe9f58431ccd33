/**
 * Folds the case of a text: Unicode's default mapping to upper and then to lower case, with one lower-case sigma
 * everywhere. It depends on no language, and a substring of a text folds to a substring of the folded text.
 */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
