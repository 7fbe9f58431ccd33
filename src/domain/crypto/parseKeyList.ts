import * as Arr from "effect/Array";
import * as Either from "effect/Either";

/** How the keys of one variable are written. Reasons are the end of a sentence, and never contain a key. */
export interface KeyForms<Key> {
  /** Matches one key in any of its forms, which may contain commas. Global. */
  readonly oneKey: RegExp;
  /** The accepted forms, for an error: `use multibase z… or PEM`. */
  readonly accepted: string;
  readonly parse: (written: string) => Either.Either<Key, string>;
  /** Equal for two texts of the same key. */
  readonly idOf: (key: Key) => string;
}

const which = (index: number, count: number): string => (count === 1 ? "" : `key ${index + 1} of ${count} `);

/**
 * Parses the private keys of a variable: separated by commas, with line breaks that may be written `\n`. Left is the end of a
 * sentence that begins with the name of the variable, and never contains the value.
 */
export const parseKeyList = <Key>(
  text: string,
  { accepted, idOf, oneKey, parse }: KeyForms<Key>
): Either.Either<Arr.NonEmptyReadonlyArray<Key>, string> => {
  const lines = text.replaceAll("\\n", "\n");
  const written = [...lines.matchAll(oneKey)].map(([key]) => key);
  const between = lines.replaceAll(oneKey, "key").split(",");
  if (written.length > 0 && between.some((item) => item.trim() === ""))
    return Either.left("has an empty item: remove the comma that is too many");
  const parsed = written.map((key, index) =>
    Either.mapLeft(parse(key), (reason) => which(index, written.length) + reason)
  );
  return Either.flatMap(Either.all(parsed), (keys) => {
    if (!Arr.isNonEmptyReadonlyArray(keys)) return Either.left(`is empty (${accepted})`);
    return new Set(keys.map(idOf)).size === keys.length ? Either.right(keys) : Either.left("holds the same key twice");
  });
};
