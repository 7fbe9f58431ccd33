import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { ParameterValue, RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import type { RecordResult } from "../plan/Plan.ts";

/** Returns the query for the response of a mutation after indexing. Its result has one member under the key of the step. */
export const selectionQuery = (
  answer: RecordResult,
  uri: AtUri
): { readonly query: RecordQuery; readonly parameters: ReadonlyArray<ParameterValue> } => ({
  query: answer.query,
  parameters: [uri, ...answer.parameters]
});
