import type { Filter, Page, Parameter } from "./RecordQuery.ts";

/** Satisfied by every record. */
export const everyRecord: Filter = { _tag: "Every", filters: [] };

/** Satisfied by the records of the author whose DID is a parameter. */
export const byAuthor = (did: Parameter): Filter => ({
  _tag: "Compare",
  operand: { _tag: "MetaOperand", meta: "did" },
  operator: "eq",
  value: did
});

/** Returns the page of the records of a collection that were indexed last. */
export const newestRecords = (page: Pick<Page, "collection" | "where" | "take" | "members">): Page => ({
  ...page,
  sort: [{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }],
  direction: "forward",
  after: null,
  before: null
});
