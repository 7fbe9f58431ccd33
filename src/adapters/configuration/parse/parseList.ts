import * as Either from "effect/Either";

/** Splits a list at commas and spaces. Left if an item is empty, because an item may be missing. */
export const parseList = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const items = text.split(/\s*,\s*|\s+/);
  return items.includes("") ? Either.left("has an empty item: remove the extra comma") : Either.right(items);
};

/** Parses the items of a list with `parse`. */
export const parseItems =
  <A>(parse: (items: ReadonlyArray<string>) => Either.Either<A, string>) =>
  (text: string): Either.Either<A, string> =>
    Either.flatMap(parseList(text), parse);
