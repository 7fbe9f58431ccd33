import type { FragmentDefinitionNode, OperationDefinitionNode } from "graphql";

/** A document that is valid for its schema and within the limits. */
export interface ValidDocument {
  readonly operations: ReadonlyArray<OperationDefinitionNode>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}
