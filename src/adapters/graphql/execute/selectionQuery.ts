import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { ParameterValue, RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import type { RecordResult } from "../plan/Plan.ts";

/** The query that answers a mutation once the record is indexed: the text it gives has one member, under the step's key. */
export const selectionQuery = (
  answer: RecordResult,
  uri: AtUri
): { readonly query: RecordQuery; readonly parameters: ReadonlyArray<ParameterValue> } => ({
  query: answer.query,
  parameters: [uri, ...answer.parameters]
});
