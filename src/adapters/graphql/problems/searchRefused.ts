import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { maxUnindexedRecords } from "../../../domain/search/SearchRefused.ts";
import { type ApiError, apiError } from "../execute/ApiError.ts";

const searched = ({ collection, field }: SearchRefused): string =>
  field === null ? collection : `${field} of ${collection}`;

/** Returns the error of a search that is refused, with the setting that makes it possible. */
export const searchRefused = (refused: SearchRefused): ApiError => {
  const { collection, field, reason } = refused;
  if (reason === "not-ready")
    return apiError(
      "SEARCH_NOT_READY",
      `${searched(refused)} cannot be searched yet, because the words of its records are still being stored. Try again later.`
    );
  const setting = `INDEXED_FIELDS=${collection}:${field ?? "<field>"}:search`;
  return apiError(
    "SEARCH_NOT_INDEXED",
    `${searched(refused)} cannot be searched, because it has no index for searches and ${maxUnindexedRecords.toLocaleString("en")} or more records. Ask the operator to set ${setting}.`
  );
};
