/** The names of the properties that lead to a text of a record. */
export type SearchedPath = readonly [string, ...ReadonlyArray<string>];

/** Returns a path as configurations and messages write it: `text`, `embed.title`. */
export const searchedPathText = (path: SearchedPath): string => path.join(".");
