import * as Either from "effect/Either";

/** The purpose of an index: conditions on a field, or pages in ascending or descending order. */
type IndexPurpose = "filter" | "asc" | "desc";

/** A field of a collection that is indexed for a purpose. */
export interface IndexedField {
  readonly collection: string;
  readonly field: string;
  readonly purpose: IndexPurpose;
}

const form = /^([A-Za-z0-9.-]+):([^:,\s]+?)(?::(asc|desc))?$/;

/** Returns `collection:field` for conditions, and `collection:field:asc` or `collection:field:desc` for orders. */
export const indexedFieldText = ({ collection, field, purpose }: IndexedField): string =>
  purpose === "filter" ? `${collection}:${field}` : `${collection}:${field}:${purpose}`;

/** Reads the text form of `indexedFieldText`, or fails with the text. */
export const parseIndexedField = (text: string): Either.Either<IndexedField, string> => {
  const [, collection, field, order] = form.exec(text) ?? [];
  if (collection === undefined || field === undefined) return Either.left(text);
  return Either.right({ collection, field, purpose: order === "asc" || order === "desc" ? order : "filter" });
};
