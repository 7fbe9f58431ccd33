import type { AtUri } from "../../atproto/AtUri.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { NamedRecord } from "../query/operandValue.ts";

/**
 * The position of a change: the number of the transaction that made it, and its place among the changes of that
 * transaction. Both ascend, the first without gaps.
 */
export interface ChangePosition {
  readonly commit: number;
  readonly n: number;
}

/**
 * A change of what queries see of one record. A created record has no `before`, a deleted one no `after`. A record that
 * is hidden counts as deleted, and one that is shown again as created. A version that was erased is null, too.
 */
export interface RecordChange {
  readonly position: ChangePosition;
  readonly kind: "created" | "updated" | "deleted";
  readonly uri: AtUri;
  readonly collection: Nsid;
  readonly before: NamedRecord | null;
  readonly after: NamedRecord | null;
  /** Whether the record was hidden when the change was read, so that nobody may be shown what it was before. */
  readonly isHidden: boolean;
}
