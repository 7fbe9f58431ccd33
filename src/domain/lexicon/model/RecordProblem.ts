/** What is wrong with a record, where: the members to follow from the top, such as `facets[0].index`; empty for the whole. */
export interface RecordProblem {
  readonly path: string;
  readonly reason: string;
}
