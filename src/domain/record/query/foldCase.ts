/**
 * The form of a text in which upper and lower case are one: Unicode's default mapping to upper and then to lower case,
 * with one small sigma wherever it stands. It depends on no language, and a part of a text folds to a part of its fold.
 */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
