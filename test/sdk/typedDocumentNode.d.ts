/** The declarations of the package of that name, which only generated code needs. */
declare module "@graphql-typed-document-node/core" {
  import type { DocumentNode } from "graphql";
  export interface DocumentTypeDecoration<TResult, TVariables> {
    __apiType?: (variables: TVariables) => TResult;
  }
  export interface TypedDocumentNode<TResult = { [key: string]: unknown }, TVariables = { [key: string]: unknown }>
    extends DocumentNode,
      DocumentTypeDecoration<TResult, TVariables> {}
}
