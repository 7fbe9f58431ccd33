import * as Either from "effect/Either";

/** What an index is for: conditions on a field, or pages in its order. */
export type IndexPurpose = "filter" | "asc" | "desc";

/** A field of a collection to be indexed, and what for. */
export interface IndexedField {
  readonly collection: string;
  readonly field: string;
  readonly purpose: IndexPurpose;
}

const form = /^([A-Za-z0-9.-]+):([^:,\s]+?)(?::(asc|desc))?$/;

/** `collection:field` for conditions, `collection:field:asc` and `collection:field:desc` for orders. */
export const indexedFieldText = ({ collection, field, purpose }: IndexedField): string =>
  purpose === "filter" ? `${collection}:${field}` : `${collection}:${field}:${purpose}`;

/** Reads what `indexedFieldText` writes. */
export const parseIndexedField = (text: string): Either.Either<IndexedField, string> => {
  const [, collection, field, order] = form.exec(text) ?? [];
  if (collection === undefined || field === undefined) return Either.left(text);
  return Either.right({ collection, field, purpose: order === "asc" || order === "desc" ? order : "filter" });
};
