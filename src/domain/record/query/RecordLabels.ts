import type { ShownLabel } from "../../label/shownLabels.ts";
import type { IndexedRecord } from "../index/IndexedRecord.ts";

/** The labels that filters see. */
export interface RecordLabels {
  /** Returns the active labels of a record, of its author's account, and those that the author put on it. */
  readonly of: (record: IndexedRecord) => ReadonlyArray<Pick<ShownLabel, "src" | "val">>;
  /** Returns the values of labels that hide a record from a viewer, by DID; null for somebody who is not signed in. */
  readonly hidden: (viewer: string | null) => ReadonlySet<string>;
}

/** Labels for filters that have no condition on them. */
export const noLabels: RecordLabels = { of: () => [], hidden: () => new Set() };
