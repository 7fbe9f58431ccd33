import type { NotificationPage, Page, SortKey } from "./RecordQuery.ts";

/** What decides which of some records a page takes, and in which order. */
export type PageBounds = Pick<Page, "where" | "sort" | "direction" | "take" | "after" | "before">;

/** The order of notifications: by the time of indexing, newest first, then by URI, descending. */
export const notificationOrder: ReadonlyArray<SortKey> = [
  { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
];

/** Returns the bounds of a page of notifications. */
export const notificationBounds = ({ after, take }: NotificationPage): PageBounds => ({
  where: { _tag: "Every", filters: [] },
  sort: notificationOrder,
  direction: "forward",
  take,
  after,
  before: null
});
