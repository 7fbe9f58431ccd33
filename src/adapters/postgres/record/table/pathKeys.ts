import type { Facet } from "./StoredProperty.ts";

/** The path of references: names of properties, and 0 for the items of a list. */
export type LinkPath = ReadonlyArray<string | 0>;

/**
 * Returns the key of a facet of a property in the column `paths`. The facet `p` is there if the property is present, `h` is
 * the hash of a list.
 */
export const pathKey = (facet: Facet | "p" | "h", path: LinkPath): string => `${facet}${JSON.stringify(path)}`;

/** Returns the key of a path in the column `paths`. An object and its `uri` refer to the same record, and have one key. */
export const linkKey = (path: LinkPath): string => {
  const last = path.findLastIndex((name) => name !== "uri");
  return `l${JSON.stringify(path.slice(0, Math.max(1, last + 1)))}`;
};

/** The key of the values of the labels that the author put on a record, in the column `paths`. */
export const selfLabelsKey = "selfLabels";
