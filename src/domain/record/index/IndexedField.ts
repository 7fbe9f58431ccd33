import * as Either from "effect/Either";

/** The purpose of an index: conditions on a field, pages in ascending or descending order, or searches for its words. */
type IndexPurpose = "filter" | "asc" | "desc" | "search";

/** A field of a collection that is indexed for a purpose. A field inside objects is its path, joined by dots. */
export interface IndexedField {
  readonly collection: string;
  readonly field: string;
  readonly purpose: IndexPurpose;
}

const form = /^([A-Za-z0-9.-]+):([^:,\s]+?)(?::(asc|desc|search))?$/;

/** Returns `collection:field` for conditions, and the same with `:asc`, `:desc` or `:search` for other purposes. */
export const indexedFieldText = ({ collection, field, purpose }: IndexedField): string =>
  purpose === "filter" ? `${collection}:${field}` : `${collection}:${field}:${purpose}`;

const isOther = (purpose: string | undefined): purpose is Exclude<IndexPurpose, "filter"> =>
  purpose === "asc" || purpose === "desc" || purpose === "search";

/** Reads the text form of `indexedFieldText`, or fails with the text. */
export const parseIndexedField = (text: string): Either.Either<IndexedField, string> => {
  const [, collection, field, purpose] = form.exec(text) ?? [];
  if (collection === undefined || field === undefined) return Either.left(text);
  return Either.right({ collection, field, purpose: isOther(purpose) ? purpose : "filter" });
};
