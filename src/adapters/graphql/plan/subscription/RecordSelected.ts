import type { RecordQuery } from "../../../../domain/record/query/RecordQuery.ts";
import type { CostTerm } from "../costTerms.ts";

/** A query for the selected fields of versions of records. */
export interface RecordSelected {
  readonly _tag: "RecordSelected";
  readonly query: RecordQuery;
  /** The places of the parameters of `query` after the versions, among all parameters of the operation. */
  readonly parameters: readonly [from: number, to: number];
  readonly cost: ReadonlyArray<CostTerm>;
}
