import * as Either from "effect/Either";

/** Splits a list at its commas and spaces. Left for an item that is empty: a comma too many, or an item that was lost. */
export const parseList = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const items = text.split(/\s*,\s*|\s+/);
  return items.includes("") ? Either.left("has an empty item: remove the comma that is too many") : Either.right(items);
};

/** Reads a list whose every item is read by `parse`. */
export const parseItems =
  <A>(parse: (items: ReadonlyArray<string>) => Either.Either<A, string>) =>
  (text: string): Either.Either<A, string> =>
    Either.flatMap(parseList(text), parse);
