import type { LexiconComparison } from "../../../application/lexicons/compareLexicons.ts";

/** Up to this many fields are named; the others are only counted. */
const shownFields = 5;

const counted = (count: number): string => `${count} ${count === 1 ? "record" : "records"}`;

const fieldLines = ({ fieldsRemoved }: LexiconComparison): ReadonlyArray<string> => {
  if (fieldsRemoved.length === 0) return [];
  const names = fieldsRemoved.slice(0, shownFields).map(({ field, type }) => `${type}.${field}`);
  const more = fieldsRemoved.length > shownFields ? ", …" : "";
  return [`Fields that queries can no longer select: ${fieldsRemoved.length}: ${names.join(", ")}${more}`];
};

/** What a change adds (+), changes (~) and removes (-), with the number of records of each existing collection. */
export const changeLines = (comparison: LexiconComparison): ReadonlyArray<string> => {
  const { added, changed, collectionsRemoved, removed } = comparison;
  const gone = new Map(collectionsRemoved.map(({ id, records }) => [id, records]));
  const inBrackets = (records: number | null | undefined): string =>
    records === null || records === undefined ? "" : `  (${counted(records)})`;
  return [
    ...[...added].sort().map((id) => `+ ${id}`),
    ...changed
      .map(({ id, records }) => `~ ${id}${inBrackets(records)}${gone.has(id) ? ", no longer a collection" : ""}`)
      .sort(),
    ...[...removed].sort().map((id) => `- ${id}${inBrackets(gone.get(id))}`),
    ...fieldLines(comparison)
  ];
};

/** The changes in `--json`. */
export const changeJson = (comparison: LexiconComparison) => ({
  added: [...comparison.added].sort(),
  changed: comparison.changed.map(({ id }) => id).sort(),
  removed: [...comparison.removed].sort(),
  collectionsRemoved: comparison.collectionsRemoved,
  fieldsRemoved: comparison.fieldsRemoved.length
});
