/**
 * One fault of a record and its path from the top, such as `facets[0].index`; the path is empty for the record itself.
 */
export interface RecordProblem {
  readonly path: string;
  readonly reason: string;
}
